import ArgumentParser

/// Whether a command reports what was heard.
struct WaitOption: ParsableArguments {
    @Flag(
        help: "Return when it was heard, and its hint, if one begins in a second; exit 3 if not heard, 4 if device or synthesizer failed.")
    var wait = false
}

/// Explains how long elements last, for the help of every command about elements.
let elementDiscussion = """
    Elements and the focus are announce's own. They last for 60 seconds after the last of its commands has ended, so that the next one \
    finds an element by its --id. What is said of them ends with the command: without --wait it returns when the description has ended.
    """
