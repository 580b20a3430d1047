import ArgumentParser

/// Whether a command reports what was heard.
struct WaitOption: ParsableArguments {
    @Flag(
        help: """
            Wait until the resulting speech, including any hint, has been heard; exit with 3 if it was not, or 4 if the synthesizer or the \
            sound device failed.
            """)
    var wait = false
}

/// Explains how long elements last, for the help of every command about elements.
let elementDiscussion = """
    All announce commands share their elements and the focus. Both are kept for 60 seconds after the last command has ended, so that the \
    next command can refer to an element by its --id. The command returns when the description has ended; ending the command earlier \
    silences the description.
    """
