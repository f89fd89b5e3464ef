"""The common part of the walks of clients from PyPI: makes each call and prints its result as one line of JSON."""
import json


def call(name, make):
    """Makes a call and prints its name and its result; a failed call prints `error: …`."""
    try:
        value = make()
        said = value if isinstance(value, str) else json.dumps(value, default=str)
    except Exception as error:
        said = f"error: {error}"
    print(json.dumps([name, said]), flush=True)
