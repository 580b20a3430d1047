package import Glibc

/// Starts programs with the system's `posix_spawn`. The unsafe expressions handle its attributes and actions, which are C structures; none
/// of them outlives the call.
package enum ProcessSpawn {
    /// The reason why a program can't be started.
    package struct Failure: Error, CustomStringConvertible {
        package let program: String
        /// The `errno` code.
        package let code: CInt
        /// The system's description of the error.
        package var reason: String { String(systemError: code) }
        package var description: String { "\(program) can't be started: \(reason)" }
    }

    /// glibc's `POSIX_SPAWN_SETSID`, which Swift's module lacks.
    private static let setsid: CInt = 0x80

    /// Starts a program, with no signal blocked.
    /// - Parameters:
    ///   - program: a path, or a name in PATH.
    ///   - streams: the descriptors to pass, ours and the child's. The child also inherits all other descriptors that are not closed on
    ///     exec.
    ///   - leads: whether the child leads a separate session, which a terminal's signals do not reach.
    ///   - restored: the ignored signals to reset to their defaults in the child; nil: all.
    package static func start(
        _ program: String, _ arguments: [String], streams: [(ours: CInt, its: CInt)] = [], leads: Bool = false
    ) throws(Failure) -> pid_t {
        try start(words: ([program] + arguments).map { Array($0.utf8CString) }, streams: streams, leads: leads)
    }

    /// Starts a program whose name and arguments need not be UTF-8.
    /// - Parameters:
    ///   - words: the program's name and its arguments, each with a NUL at its end.
    ///   - restored: the ignored signals to reset to their defaults in the child; nil: all.
    package static func start(
        words: [[CChar]], streams: [(ours: CInt, its: CInt)] = [], leads: Bool = false, restoring restored: [CInt]? = nil
    ) throws(Failure) -> pid_t {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        for (ours, its) in streams { unsafe posix_spawn_file_actions_adddup2(&actions, ours, its) }
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        // Ignored signals stay ignored across exec.
        var usual = sigset_t()
        if let restored {
            unsafe sigemptyset(&usual)
            for number in restored { unsafe sigaddset(&usual, number) }
        } else {
            unsafe sigfillset(&usual)
        }
        var none = sigset_t()
        unsafe sigemptyset(&none)
        unsafe posix_spawnattr_setsigdefault(&attributes, &usual)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        unsafe posix_spawnattr_setflags(
            &attributes, CShort(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | (leads ? setsid : 0)))
        var copies: [UnsafeMutablePointer<CChar>?] = unsafe words.map { unsafe strdup($0) } + [nil]
        defer { unsafe copies.forEach { unsafe free($0) } }
        var processID: pid_t = 0
        let code = unsafe posix_spawnp(&processID, words[0], &actions, &attributes, &copies, environ)
        guard code == 0 else {
            let program = String(decoding: words[0].dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
            throw Failure(program: program, code: code)
        }
        return processID
    }

    /// Closes our descriptors on exec, so that children inherit only what they are passed.
    /// - Parameter inherited: the descriptors that children inherit in addition to the standard streams.
    package static func closeOnExec(except inherited: Set<CInt> = []) {
        // If /proc can't be read, close the descriptors with low numbers, because the event loop creates its own first.
        for descriptor in openDescriptors().union(0..<64).subtracting(inherited) where descriptor > STDERR_FILENO {
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        }
    }

    /// Returns the descriptors that are open now.
    package static func openDescriptors() -> Set<CInt> {
        guard let folder = unsafe opendir("/proc/self/fd") else { return [] }
        defer { unsafe closedir(folder) }
        let own = unsafe dirfd(folder)
        var open: Set<CInt> = []
        while let entry = unsafe readdir(folder) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
                unsafe name.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            if let number = CInt(name), number != own { open.insert(number) }
        }
        return open
    }
}
