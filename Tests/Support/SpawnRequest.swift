import CTestSupport
import Glibc

/// The parameters of `posix_spawn`. The child leads a process group of its own, has no signal blocked or ignored, and only the descriptors
/// named here. With a terminal it also leads a session with that controlling terminal, so Ctrl-C there reaches it.
struct SpawnRequest {
    /// A path, or a name in this process's PATH.
    var program: String
    /// The arguments after the program's name.
    var arguments: [String]
    /// The whole environment.
    var environment: [String: String]
    /// The child's working directory, if not this process's.
    var folder: String?
    /// The descriptor at index n becomes the child's n.
    var descriptors: [Int32]
    /// A terminal's path, and the child's descriptors that it becomes; these override ``descriptors``.
    var terminal: (path: String, numbers: [Int32])?

    /// Starts the child and returns its process id, which is also its group's id.
    func spawn() throws(SystemCallError) -> Int32 {
        // Copy to high numbers, so that none is overwritten before its turn.
        var copies: [Descriptor] = []
        for descriptor in descriptors {
            let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 64)
            copies.append(Descriptor(owning: try checked(copy, "duplicating descriptor \(descriptor)")))
        }
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        for (number, copy) in copies.enumerated() {
            unsafe posix_spawn_file_actions_adddup2(&actions, copy.number, Int32(number))
        }
        // The first process of a session to open a terminal gets it as its controlling terminal.
        for number in terminal?.numbers ?? [] {
            unsafe posix_spawn_file_actions_addopen(&actions, number, terminal!.path, O_RDWR, 0)
        }
        unsafe posix_spawn_file_actions_addclosefrom_np(&actions, Int32(copies.count))
        if let folder {
            unsafe posix_spawn_file_actions_addchdir_np(&actions, folder)
        }
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe posix_spawnattr_setsigmask(&attributes, &signals)
        unsafe sigfillset(&signals)
        unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
        unsafe posix_spawnattr_setpgroup(&attributes, 0)
        let leads = terminal == nil ? Int32(POSIX_SPAWN_SETPGROUP) : Int32(spawn_in_new_session)
        let flags = Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF) | leads
        unsafe posix_spawnattr_setflags(&attributes, Int16(flags))

        var process: pid_t = 0
        let variables = environment.map { "\($0.key)=\($0.value)" }
        let code = unsafe withCStrings([program] + arguments) { arguments in
            unsafe withCStrings(variables) { variables in
                unsafe posix_spawnp(&process, program, &actions, &attributes, arguments, variables)
            }
        }
        withExtendedLifetime(copies) {}
        guard code == 0 else { throw SystemCallError("starting \(program)", code: code) }
        return process
    }
}

/// Calls `body` with the strings in C's form: an array that ends with a null pointer.
private func withCStrings(
    _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Int32
) -> Int32 {
    var pointers = unsafe strings.map { unsafe strdup($0) }
    defer {
        unsafe pointers.forEach { unsafe free($0) }
    }
    unsafe pointers.append(nil)
    return unsafe pointers.withUnsafeBufferPointer { unsafe body($0.baseAddress!) }
}
