import ArgumentParser
import CLinux
import Glibc
import Synchronization
import System

/// A terminal for a command whose output is read on its way to our terminal.
///
/// The unsafe expressions are system calls with structures that are valid for the call.
enum PseudoTerminal {
    /// Our end of the terminal, which gets our own terminal's size; -1 if there is none.
    private static let sized = Atomic<CInt>(-1)

    /// Opens a terminal with the settings and the size of another one, whose changes of size it follows. Our own terminal still processes
    /// output, for example by adding carriage returns.
    /// - Returns: our end, and the command's.
    static func open(like terminal: CInt) throws -> (ours: CInt, its: CInt) {
        let ours = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard ours >= 0, unlockpt(ours) == 0 else { throw failure("a terminal") }
        var name = [CChar](repeating: 0, count: 64)
        guard unsafe ptsname_r(ours, &name, name.count) == 0 else { throw failure("a terminal") }
        let its = unsafe Glibc.open(name, O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard its >= 0 else { throw failure("a terminal") }
        var settings = termios()
        if unsafe tcgetattr(terminal, &settings) == 0 {
            settings.c_oflag &= ~tcflag_t(OPOST)
            unsafe tcsetattr(its, TCSANOW, &settings)
        }
        sized.store(ours, ordering: .releasing)
        resize()
        signal(SIGWINCH) { _ in PseudoTerminal.resize() }
        return (ours, its)
    }

    /// Passes on the size. Uses only what is allowed in a signal handler: atomic loads and system calls.
    private static func resize() {
        var size = winsize()
        guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 || ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 else {
            return
        }
        _ = unsafe ioctl(sized.load(ordering: .acquiring), UInt(TIOCSWINSZ), &size)
        // The command may have received its SIGWINCH before we did, and have seen the old size.
        PassedOnSignals.send(SIGWINCH)
    }

    /// Returns the error for something that could not be created.
    static func failure(_ thing: String) -> CommandError {
        CommandError(ExitCode(126), "cannot create \(thing) for the command: \(String(systemError: errno))")
    }
}
