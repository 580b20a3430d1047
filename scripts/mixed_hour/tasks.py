"""What the user does, a task at a time: each begins at a moment, and lasts until another."""
from mixed_hour.lines import RANDOM, every, post, say

SUBJECTS = "Lunch tomorrow,The report,Your order has shipped,Minutes of the meeting,Photos,Invoice,Train tickets,Happy birthday".split(",")


def row(index, count):
    return {
        "id": f"row-{index}", "label": SUBJECTS[index % len(SUBJECTS)], "traits": ["button"],
        "container": {"type": "list", "label": "Messages", "index": index + 1, "count": count},
    }


def mail(at, end):
    """The user reads mail: moves through a list, opens messages, and hears what became of them."""
    post(at, "mail", "screenChanged", title="Inbox", elements=[row(index, 8) for index in range(8)])
    while (at := at + RANDOM.uniform(1, 4)) < end:
        index = RANDOM.randrange(8)
        post(at, "mail", "elementFocused", element=f"row-{index}")
        if RANDOM.random() < 0.3:
            at += RANDOM.uniform(0.5, 1.5)
            post(at, "mail", "elementActivated", element=f"row-{index}")
            if RANDOM.random() < 0.5:
                say(at + 0.1, "mail", "Message moved to the archive")
                post(at + 0.2, "mail", "screenChanged", title="Inbox", elements=[row(index, 8) for index in range(8)])
            else:
                post(at + 0.2, "mail", "layoutChanged", element="row-0")
                say(at + 0.5, "mail", "Message deleted")


def write(at, end):
    """The user writes: types, and what was written is saved, searched and counted."""
    post(at, "editor", "screenChanged", title="Letter", elements=[{"id": "text", "label": "Text", "traits": ["textEntry", "isEditing"]}])
    text = ""
    at += 3
    while at < end:
        for key in RANDOM.choice(["Dear Ada, ", "thank you for your letter. ", "See you soon, "]):
            text += key
            at += RANDOM.uniform(0.12, 0.3)
            post(at, "editor", "elementUpdated", element="text", value=text)
        if RANDOM.random() < 0.5:
            say(at + 0.2, "editor", f"{RANDOM.randrange(2, 9)} suggestions", "low", group="suggestions", supersede="pending")
        if RANDOM.random() < 0.3:
            say(at + 0.4, "editor", "Letter saved")
        at += RANDOM.uniform(1, 5)


def cook(at, end):
    """A timer runs in the foreground."""
    length = int(end - at)
    post(at, "timer", "screenChanged", title="Timer", element={
        "id": "time", "label": "Time left", "value": clock(length), "traits": ["updatesFrequently"], "milestones": ["60s", "10s", "0s"]})
    for second in range(1, length + 1):
        post(at + second, "timer", "elementUpdated", element="time", value=clock(length - second))
    say(end + 0.1, "timer", "The time is over", "high")


def listen(at, end):
    """Music plays; the user presses the player's button, and later presses it again."""
    post(at, "player", "screenChanged", title="Player", elements=[
        {"id": "play", "label": "Play", "value": "0", "traits": ["toggleButton", "button", "startsMediaSession"]}])
    for value, moment in (("1", at + 2), ("0", end)):
        post(moment, "player", "elementActivated", element="play")
        post(moment + 0.1, "player", "elementUpdated", element="play", value=value)
    for moment in every(45, at + 5):
        if moment >= end:
            break
        say(moment, "player", f"Now playing song {RANDOM.randrange(1, 30)}")


def record(at, end):
    """A memo is recorded; the user opens the recorder and begins at once."""
    post(at, "recorder", "screenChanged", title="Recorder", elements=[{"id": "record", "label": "Record", "traits": ["button"]}])
    post(at + 0.6, "recorder", "mediaSession", op="begin", session="memo", mode="record", lease=min(600, end - at + 10))
    post(end, "recorder", "mediaSession", op="end", session="memo")
    say(end + 0.1, "recorder", "Memo saved")


def copy(at, end):
    """Files are copied; the user looks at the bar, then elsewhere."""
    bar = {"id": "bar", "label": "Copying", "value": "0", "valueKind": "percent", "traits": ["updatesFrequently"]}
    post(at, "files", "screenChanged", title="Copy", elements=[bar, {"id": "cancel", "label": "Cancel", "traits": ["button"]}])
    post(at + (end - at) / 2, "files", "elementFocused", element="cancel")
    for percent in range(1, 101):
        post(at + (end - at) * percent / 100, "files", "elementUpdated", element="bar", value=str(percent))


def clock(seconds):
    return f"{seconds // 60}:{seconds % 60:02}"
