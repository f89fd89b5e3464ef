"""A typical server written with FastMCP."""

from fastmcp import FastMCP

server = FastMCP("Kitchen")


@server.tool
def cups_to_millilitres(cups: float) -> float:
    """Converts cups to millilitres."""
    return cups * 240


server.run(show_banner=False)
