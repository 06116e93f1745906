"""Log-in for apps: a person allows an app some scopes, and the app gets tokens of its own (OAuth 2, with PKCE only)."""
