"""`python -m euchre_site.mcp_server` is what `right-bower-mcp` runs."""

from euchre_site.mcp_server import main

main()
