"""One agent from start to end: the list of tools, the phone, a task, its question, the desktop, a cancelled call, and
reconnecting."""
import asyncio
import json
import re

from with_mcp_rig import PERSON, PLACE, agent

TOOLS = {"phone_list", "phone_observe", "phone_act", "phone_find", "phone_wait", "phone_app", "phone_files", "plan",
         "do", "task_start", "task_status", "task_answer", "task_cancel", "desktop_apply", "desktop_state",
         "desktop_capture", "desktop_wait_event"}


def number(outcome, words):
    """The number of the element with this text."""
    found = re.search(rf"^(\d+) (?:\[[^]]*\] )?{re.escape(words)}", outcome.text, re.M)
    assert found, (words, outcome)
    return int(found[1])


async def offers(me):
    tools = {tool.name: tool for tool in await me.tools()}
    assert set(tools) == TOOLS, set(tools) ^ TOOLS
    for tool in tools.values():
        assert tool.description and tool.annotations and tool.input_schema, tool.name
    # Programs use the data of these tools; for the others a model reads the text.
    assert {name for name, tool in tools.items() if tool.output_schema} == {"phone_list", "task_status"}
    assert tools["phone_observe"].annotations.read_only_hint
    assert tools["phone_act"].annotations.destructive_hint and not tools["phone_act"].annotations.read_only_hint
    there = await me.resources()
    elements = f"fingertip://phone/{PLACE['device']}/elements"
    assert {"fingertip://desktop/state", "fingertip://desktop/schema", elements} <= set(there), there
    assert "Settings" in (await me.read(elements)).text
    assert json.loads((await me.read("fingertip://desktop/state")).text)["windows"] is not None
    assert (await me.read(f"fingertip://phone/{PLACE['device']}/screen")).blob.startswith("iVBOR")
    snapshot = json.loads((await me.read(f"fingertip://phone/{PLACE['device']}/snapshot")).text)
    assert set(snapshot) == {"deviceId", "currentApp", "width", "height", "screenshotBase64", "capturedAt"}, snapshot
    assert (snapshot["width"], snapshot["height"]) == (360, 640) and snapshot["deviceId"] == PLACE["device"], snapshot
    assert set(await me.prompts()) == {"use_phone", "check_app", "catch_up", "ask_me"}
    prompt = await me.client.get_prompt("use_phone", {"goal": "switch Wi-Fi off"})
    assert "switch Wi-Fi off" in prompt.messages[0].content.text


async def phone(me):
    listed = (await me.done("phone_list")).data["phones"]
    assert [one["held_by"] for one in listed if one["id"] == PLACE["device"]] == ["free"], listed
    seen = await me.done("phone_observe")
    assert re.match(r"\S+ 360x640 #\d+\n", seen.text) and not seen.pictures, seen
    assert len((await me.done("phone_observe", picture=True)).pictures) == 1
    # By text, by number, by position.
    seen = await me.done("phone_act", action={"type": "tap", "label": "Settings"})
    assert "com.android.settings" in seen.text, seen
    seen = await me.done("phone_act", action={"type": "tap", "element": number(seen, "Network & internet")},
                         screen=seen.data["screen"]["screen"], reason="to see what is there")
    assert "Airplane mode" in seen.text, seen
    await me.refused("another screen", "phone_act", action={"type": "tap", "element": 1}, screen=1)
    await me.done("phone_act", action={"type": "keyevent", "keycode": "KEYCODE_BACK"})
    listed = (await me.done("phone_observe", elements=True)).data["elements"]
    left, top, right, bottom = next(one["bounds"] for one in listed if one["label"].startswith("Network"))
    seen = await me.done("phone_act", action={"type": "tap", "x": (left + right) / 2, "y": (top + bottom) / 2})
    assert "Airplane mode" in seen.text, seen
    assert [one["held_by"] for one in (await me.done("phone_list")).data["phones"]
            if one["id"] == PLACE["device"]] == ["you"]
    # Scroll to it, wait for it, type into it.
    await me.done("phone_act", action={"type": "keyevent", "keycode": "KEYCODE_BACK"})
    found = await me.done("phone_find", text="About phone")
    assert number(found, "About phone") == int(re.match(r"found: element (\d+)", found.text)[1])
    await me.refused("no element says", "phone_find", text="no such thing anywhere")
    assert "About phone" in (await me.done("phone_app", open="Settings")).text
    await me.done("phone_wait", text="About phone", app="com.android.settings")
    await me.refused("not met within", "phone_wait", text="no such thing", timeout_s=0)
    assert "com.android.settings" in (await me.done("phone_app")).text
    await me.refused("it had 1 to", "phone_act", action={"type": "tap", "element": 999})
    await me.refused("not a valid action", "phone_act", action={"type": "fly"})
    assert "com.android.settings" in PERSON.sees()


async def tasks(me, model):
    plan = await me.done("plan", utterance="set a timer for 5 minutes")
    assert plan.data["plan"]["steps"], plan
    told = []
    done = await me.done("do", told, utterance="set a timer for 5 minutes")
    assert done.data["status"] == "success" and done.data["message"], done
    assert told and all(told), "progress is told in words"
    # Its trajectory and its report can be read.
    trajectory = await me.read(f"fingertip://task/{done.data['task_id']}/trajectory")
    assert "timer" in trajectory.text.lower()
    assert "success" in (await me.read(f"fingertip://task/{done.data['task_id']}/report")).text
    # A task that asks a question.
    goal = model.goal("colour", {"type": "ask_user", "question": "Which colour?"},
                      {"type": "finish", "message": "painted"})
    task = (await me.done("task_start", utterance=goal, model=model.name)).data["task_id"]
    waits = await me.done("task_status", task_id=task, wait_s=60)
    assert waits.data["status"] == "waiting" and waits.data["question"]["yours"], waits
    assert waits.data["question"]["question"] == "Which colour?"
    await me.refused("settled", "task_answer", task_id=task, answer="red", question_id="another")
    await me.done("task_answer", task_id=task, answer="the blue one", question_id=waits.data["question"]["id"])
    ended = await me.done("task_status", task_id=task, wait_s=60)
    assert (ended.data["status"], ended.data["message"]) == ("success", "painted"), ended
    assert "the blue one" in json.dumps(PERSON.get(f"/api/tasks/{task}/trajectory"))
    await me.refused("has no open question", "task_answer", task_id=task, answer="too late")
    await me.refused("no task", "task_status", task_id="20260101T000000000Z-aaaaaaaa")
    return task


async def desktop(me, name):
    window = {"type": "window.create", "windowId": "w", "title": "Hello",
              "bounds": {"x": 10, "y": 10, "w": 300, "h": 200},
              "content": {"renderer": "markdown", "data": "# Hi"}}
    dialog = {"type": "dialog.confirm", "id": f"d-{name}", "title": "Go?", "message": "Shall I?"}
    await me.done("desktop_apply", actions=[window, dialog], idempotency_key="first")
    again = await me.done("desktop_apply", actions=[window, dialog], idempotency_key="first")
    assert "done" in again.text, "the same key again is carried out once"
    state = (await me.done("desktop_state")).data
    assert f"d-{name}" in state["dialogs"] and "Hello" in [one["title"] for one in state["windows"]], state
    hears = asyncio.create_task(me.done("desktop_wait_event", timeout_s=60))
    await asyncio.to_thread(PERSON.says, {"type": "DIALOG_FEEDBACK", "id": f"d-{name}", "confirmed": True})
    heard = [one["event"] for one in (await hears).data["events"]]
    assert {"type": "DIALOG_FEEDBACK", "id": f"d-{name}", "confirmed": True, "remembered": False} in heard, heard
    assert (await me.done("desktop_wait_event", timeout_s=0)).data["events"] == []
    await me.refused("no page", "desktop_capture", window_id="w")
    refused = await me.refused("unknown_id", "desktop_apply", actions=[{"type": "window.close", "windowId": "none"}])
    assert refused.data["ok"] is False
    await me.done("desktop_apply", actions=[{"type": "window.close", "windowId": "w"}])


async def cancels(me, model):
    goal = model.goal("for ever", None)
    call = asyncio.create_task(me.call("do", utterance=goal, model=model.name))
    task = await PERSON.until(lambda: running(goal), "the task of the call")
    call.cancel()
    await asyncio.gather(call, return_exceptions=True)
    await PERSON.until(lambda: PERSON.get(f"/api/tasks/{task}")["state"] == "interrupted", "its end")
    await PERSON.freed()
    # And by its name.
    model.goal("for ever", None)
    task = (await me.done("task_start", utterance=goal, model=model.name)).data["task_id"]
    assert (await me.done("task_cancel", task_id=task)).data["status"] == "interrupted"
    await PERSON.freed()


def running(goal):
    tasks = PERSON.get("/api/tasks")["tasks"]
    return next((task["id"] for task in tasks if task["goal"] == goal and task["state"] == "running"), None)


async def watches(me, version):
    """Receives a change, in the way of its protocol version."""
    uri = "fingertip://desktop/state"
    toast = {"type": "toast.show", "id": "t", "message": "news"}
    if version == "2026-07-28" and hasattr(me.client, "listen"):
        async with me.client.listen(resource_subscriptions=[uri]) as news:
            await me.done("desktop_apply", actions=[toast])
            event = await asyncio.wait_for(anext(aiter(news)), 60)
            assert str(event.uri) == uri, event


async def walk(how, model):
    name = "walker-" + "-".join(how).replace(".", "")
    token = PERSON.credential(name)
    PERSON.goes_home()
    async with agent(how, name, token) as me:
        await offers(me)
        await phone(me)
        task = await tasks(me, model)
        await desktop(me, name)
        await watches(me, how[2])
        await cancels(me, model)
        await me.done("phone_app", open="Settings")
    # A returning agent keeps its identity: its tasks are there, and it can get the phone.
    async with agent(how, name, token) as me:
        assert (await me.done("task_status", task_id=task)).data["status"] == "success"
        await me.done("phone_act", action={"type": "keyevent", "keycode": "KEYCODE_HOME"})
        held = (await me.done("phone_act", action={"type": "keyevent", "keycode": "KEYCODE_HOME"})).data["task_id"]
        await me.done("task_cancel", task_id=held)
    await PERSON.freed()


NOTE = "begun"


async def begins(how, model):
    """Leaves a running task; the server is killed meanwhile."""
    goal = model.goal(NOTE, None)
    async with agent(how, "returns") as me:
        await me.done("phone_act", action={"type": "keyevent", "keycode": "KEYCODE_HOME"})
        task = (await me.done("task_start", utterance=goal, model=model.name)).data["task_id"]
        await PERSON.until(lambda: running(goal), "the task")
    with open(f"{PLACE['data']}/{NOTE}", "w") as note:
        note.write(task)


async def comes_back(how, model):
    """After the server was killed and restarted: the task is known and over, and the phone is free."""
    with open(f"{PLACE['data']}/{NOTE}") as note:
        task = note.read()
    async with agent(how, "returns") as me:
        assert (await me.done("task_status", task_id=task)).data["status"] == "interrupted"
        await me.done("phone_act", action={"type": "keyevent", "keycode": "KEYCODE_HOME"})
