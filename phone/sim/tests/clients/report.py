"""What the walks of clients from PyPI have in common: each call is made, and what came of it is one line of JSON."""
import json


def call(name, make):
    """Makes a call and prints its name and what it said; one that fails says `error: …`."""
    try:
        value = make()
        said = value if isinstance(value, str) else json.dumps(value, default=str)
    except Exception as error:
        said = f"error: {error}"
    print(json.dumps([name, said]), flush=True)
