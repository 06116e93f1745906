"""`right-bower-mcp`: a club's night for assistants, over the site's API. Knows no database and loads no settings."""

import sys


def main() -> None:
    """Serve one assistant on standard input and output until it hangs up."""
    try:
        from euchre_site.mcp_server import program
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("mcp", "mcp_types", "anyio", "jsonschema"):
            raise
        sys.stderr.write("The package “mcp” is missing. Install Right Bower with its extra: right-bower[mcp].\n")
        sys.exit(1)
    program.run(sys.argv[1:])
