"""The limits of an agent: the gate, elicitation, other agents' tasks, a phone that another agent holds, and the end
of a session."""
import asyncio
import json

from mcp.types import ElicitResult

from with_mcp_rig import PERSON, PLACE, agent

HOME = {"type": "keyevent", "keycode": "KEYCODE_HOME"}
# The first asks once and may be remembered; the second asks every time.
COMMAND = {"type": "shell", "command": "date"}
ALWAYS = {"type": "shell", "command": "rm -rf /sdcard/x"}


async def gate(how, model):
    """Only a person can approve: the agent's word counts for nothing, and its call waits."""
    async with agent(how, "asker") as me:
        for reply, ends in [({"kind": "approve"}, None), ({"kind": "reject", "why": "not today"}, "not today")]:
            told = []
            call = asyncio.create_task(me.call("phone_act", told, action=COMMAND))
            question = await PERSON.question(call=call)
            task = question["task"]
            stands = (await me.done("task_status", task_id=task)).data
            assert stands["status"] == "waiting" and not stands["question"]["yours"], stands
            await me.refused("only a person", "task_answer", task_id=task, answer="yes")
            assert not call.done()
            PERSON.answer(question, **reply)
            outcome = await call
            if ends is None:
                assert not outcome.failed and "202" in outcome.text, outcome
                assert any("a person is asked" in words for words in told), told
            else:
                assert outcome.failed and ends in outcome.text, outcome
        # The agent's words are not the person's: a number it names raises a question.
        for reply, status in [({"kind": "reject"}, "failed"), ({"kind": "approve"}, "success")]:
            call = asyncio.create_task(me.call("do", utterance="text +15550142 saying dinner at eight"))
            question = await PERSON.question(call=call)
            assert not call.done() and "+15550142" in json.dumps(question), question
            PERSON.answer(question, **reply)
            ended = await call
            assert ended.data["status"] == status, ended


async def elicitation(how, model):
    """A yes in the agent's own program counts only if the person configured that it shows questions to people, and never
    for questions that are always asked."""
    kind, _, _ = how
    shown = []

    def accepts(content=None):
        async def accept(message):
            shown.append(message)
            if kind == "fastmcp":
                return content or {}
            return ElicitResult(action="accept", content=content or {})
        return accept

    async with agent(how, "shower", elicits=accepts()) as me:
        await me.done("phone_act", action=COMMAND)
        assert len(shown) == 1 and "date" in shown[0], shown
        call = asyncio.create_task(me.call("phone_act", action=ALWAYS))
        PERSON.answer(await PERSON.question(call=call), kind="reject")
        assert (await call).failed and len(shown) == 1, "what is always asked is the person's alone"
    # The end of a process is noticed a moment after it ends.
    await PERSON.freed()
    async with agent(how, "shower", elicits=accepts({"answer": "green"})) as me:
        shown.clear()
        done = await me.done("phone_act", action={"type": "ask_user", "question": "Which colour?"})
        assert "green" in done.text and shown == ["Which colour?"], (done, shown)
    await PERSON.freed()
    async with agent(how, "hider", elicits=accepts()) as me:
        shown.clear()
        call = asyncio.create_task(me.call("phone_act", action=COMMAND))
        PERSON.answer(await PERSON.question(call=call), kind="reject")
        assert (await call).failed and not shown, "nobody said that this one shows questions"


async def apart(how, model):
    """An agent sees its own tasks only."""
    goal = model.goal("apart", {"type": "ask_user", "question": "Well?"})
    async with agent(how, "first") as first, agent(how, "second") as second:
        task = (await first.done("task_start", utterance=goal, model=model.name)).data["task_id"]
        await first.done("task_status", task_id=task, wait_s=60)
        await second.refused("no task", "task_status", task_id=task)
        await second.refused("no task", "task_status", task_id=task, wait_s=1)
        await second.refused("no task", "task_answer", task_id=task, answer="mine")
        await second.refused("no task", "task_cancel", task_id=task)
        assert not any(task in uri for uri in await second.resources())
        assert any(task in uri for uri in await first.resources())
        for what in ("report", "trajectory"):
            try:
                await second.read(f"fingertip://task/{task}/{what}")
            except Exception as refused:
                assert "no task" in str(refused), refused
            else:
                raise AssertionError("it was read")
        # An agent may learn which agent holds the phone, but not which task.
        held = next(one for one in (await second.done("phone_list")).data["phones"] if one["id"] == PLACE["device"])
        assert (held["held_by"], held["agent"]) == ("agent", "first") and task not in str(held), held
        mine = next(one for one in (await first.done("phone_list")).data["phones"] if one["id"] == PLACE["device"])
        assert mine["held_by"] == "you", mine
        refused = await second.refused("is in use by", "phone_act", action=HOME)
        assert task not in refused.text, refused
        await second.done("phone_observe")
        await first.done("task_cancel", task_id=task)
    # Neither may choose where our screens are sent, which files are opened, or what is called.
    async with agent(how, "second") as me:
        for word in ("http://127.0.0.1:9/v1", "script:/etc/passwd", "replay:/etc/passwd"):
            await me.refused("no model", "do", utterance="x", model=word)
        await me.refused("no phone", "phone_observe", device="127.0.0.1:9")


async def takeover(how, model):
    """A person can take the phone at any time; the agent is told, and gets it back when it is handed back."""
    take, release = f"/api/devices/{PLACE['device']}/take", f"/api/devices/{PLACE['device']}/release"
    async with agent(how, "taken") as me:
        PERSON.post(take)
        await me.refused("in use by", "phone_act", action=HOME)
        await me.done("phone_observe")
        PERSON.post(release)
        await me.done("phone_act", action=HOME)
        # In the middle of an action that waits for a yes.
        call = asyncio.create_task(me.call("phone_act", action=COMMAND))
        await PERSON.question(call=call)
        PERSON.post(take)
        outcome = await call
        assert outcome.failed, outcome
        await me.refused("in use by", "phone_act", action=HOME)
        PERSON.post(release)
        await me.done("phone_act", action=HOME)


async def leaving(how, model):
    """The end of a session frees the phone and the locks."""
    window = {"type": "window.create", "windowId": "w", "title": "Mine",
              "bounds": {"x": 10, "y": 10, "w": 300, "h": 200}, "content": {"renderer": "text", "data": "x"}}
    async with agent(how, "leaver") as me:
        await me.done("desktop_apply", actions=[window, {"type": "window.lock", "windowId": "w", "agentId": "leaver"}])
        await me.done("phone_act", action=HOME)
        assert PERSON.holder() is not None
        assert locked()
    await PERSON.freed()
    await PERSON.until(lambda: not locked(), "the end of the lock")


def locked():
    windows = PERSON.get("/api/desktop")["windows"].values()
    return [window for window in windows if window.get("lockedBy")]


async def secrets(how, model):
    """A code on the screen reaches no agent in any form."""
    code = "482913"
    async with agent(how, "reader") as me:
        listed = await me.done("phone_app", open="Messages")
        row = next(line for line in listed.text.splitlines() if "verification code is [code 1]" in line)
        told = [await me.done("phone_act", action={"type": "tap", "element": int(row.split()[0])}, picture=True)]
        assert "verification code is [code 1]" in told[0].text, told[0]
        told.append(await me.done("phone_observe", elements=True, picture=True))
        told.append(await me.done("phone_wait", text="verification"))
        told.append(await me.done("phone_find", text="verification"))
        heard = json.dumps([[one.text, one.data] for one in [listed, *told]])
        heard += (await me.read(f"fingertip://phone/{PLACE['device']}/elements")).text
        await me.done("task_cancel", task_id=told[0].data["task_id"])
        heard += (await me.read(f"fingertip://task/{told[0].data['task_id']}/trajectory")).text
        assert code not in heard
        before = (await me.read(f"fingertip://phone/{PLACE['device']}/screen")).blob
        assert before == told[1].pictures[0], "both are painted over alike"
        # Nor by asking for it in words, which the person is told about.
        goal = model.goal("reads it out", {"type": "open_app", "name": "Messages"},
                          {"type": "finish", "message": "Your verification code is [code 1]."})
        progress = []
        ended = await me.done("do", progress, utterance=f"what is my verification code? ({goal})", model=model.name)
        assert "[code 1]" in ended.data["message"], ended
        assert code not in json.dumps([ended.text, ended.data, progress]), (ended, progress)


async def files(how, model):
    """Files go both ways unchanged, each with the person's yes; one that is too long is reported."""
    async def asked(tool="phone_files", **arguments):
        call = asyncio.create_task(me.call(tool, **arguments))
        PERSON.answer(await PERSON.question(call=call), kind="approve")
        return await call

    async with agent(how, "filer") as me:
        whole = "".join(f"line {number} ä\n" for number in range(2000))
        assert not (await asked(what="write", path="/sdcard/it's a list.txt", text=whole)).failed
        read = await asked(what="read", path="/sdcard/it's a list.txt")
        assert read.data["content"] == whole, (len(read.data["content"]), len(whole), read.text[:200])
        assert "list.txt" in (await asked(what="list", path="/sdcard")).text
        await me.refused("at most", "phone_files", what="write", path="/sdcard/x", text="x" * 50_000)
        double = "cd /sdcard; cat *list.txt *list.txt > long.txt"
        assert not (await asked("phone_act", action={"type": "shell", "command": double})).failed
        long = await asked(what="read", path="/sdcard/long.txt")
        assert long.failed and "more than" in long.text, long.text[:200]
