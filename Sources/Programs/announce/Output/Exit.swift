import ArgumentParser

/// Exit codes for failures.
enum Exit {
    static let refused = ExitCode(1)
    static let notHeard = ExitCode(3)
    static let failed = ExitCode(4)
    static let usage = ExitCode(64)
    static let invalidText = ExitCode(65)
    static let cannotRead = ExitCode(66)
    static let noDaemon = ExitCode(69)
    static let cannotWrite = ExitCode(73)
    static let lost = ExitCode(74)
}

/// The exit codes, for the commands' help.
let exitCodes = """
    EXIT CODES
      0     done; with --wait: the speech was heard
      1     refused by the daemon
      3     not heard; standard error says why
      4     the sound device or the synthesizer failed
      64    the command line is wrong
      65    the text of a file is not UTF-8
      66    a file can't be read
      69    no daemon listens
      73    the file of --wav or --raw can't be written
      74    the connection was lost, or standard output can't be written
      130   ended by Ctrl-C
    """
