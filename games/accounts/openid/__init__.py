"""Logging in with an account that people have elsewhere, over OpenID Connect: docs/operating.md says how to set it up.

With no provider in the settings, nothing here is loaded but `configured` and `adapter`, and the addresses answer 404.
"""
