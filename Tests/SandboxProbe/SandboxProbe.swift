// sandbox-probe stands where a text could bring announced-voice to run something else: it enters the same sandbox, tries what it should and
// should not be able to do, and prints how each attempt ended. With the argument "free" it enters none.

import CSandboxProbe
import CTestSupport
import Glibc
import Voice
import VoiceProtocol

@main
enum SandboxProbe {
    static func main() {
        let socket = variable("PROBE_SOCKET")
        let isFree = CommandLine.arguments.dropFirst().first == "free"
        if !isFree {
            let report = Sandbox(file: nil, variable: { name in unsafe getenv(name).map { unsafe String(cString: $0) } })
                .enter(for: DeviceNeeds())
            print("holds: \(report.parts.map(\.rawValue).joined(separator: " "))")
            if let message = report.message { print("gap: \(message)") }
        }
        let home = variable("HOME")
        reading(home)
        writing(home)
        programs()
        sockets(socket)
        processes()
        scheduling()
        owners()
        watching()
        // Nothing should really trace a parent.
        if !isFree { attempt("trace its parent") { trace(getppid()) } }
    }

    private static func variable(_ name: String) -> String { unsafe getenv(name).map { unsafe String(cString: $0) } ?? "" }

    /// Prints how a system call ended: "ok", or the error.
    private static func attempt(_ name: String, _ call: () -> CInt) {
        let result = call()
        let names = [EACCES: "EACCES", EPERM: "EPERM", EAFNOSUPPORT: "EAFNOSUPPORT", ENOENT: "ENOENT", EXDEV: "EXDEV", ENOSYS: "ENOSYS"]
        print("\(name): \(result >= 0 ? "ok" : names[errno] ?? "errno \(errno)")")
    }

    private static func reading(_ home: String) {
        let files = [
            "a secret": "\(home)/secret", "the home folder": home, "another home folder": "/home", "ALSA's file": "\(home)/.asoundrc",
            "a linked file": "\(home)/.config/alsa/asoundrc", "PulseAudio's cookie": "\(home)/.config/pulse/cookie",
            "a sound": "\(home)/.local/share/sounds/bell.wav", "the system's files": "/etc/passwd", "the libraries": "/usr/lib",
            "its own maps": "/proc/self/maps", "its parent's environment": "/proc/\(getppid())/environ",
        ]
        for (name, path) in files.sorted(by: { $0.key < $1.key }) {
            attempt("read \(name)") { unsafe open(path, O_RDONLY | O_CLOEXEC) }
        }
    }

    private static func writing(_ home: String) {
        attempt("write ALSA's file") { unsafe open("\(home)/.asoundrc", O_WRONLY | O_CLOEXEC) }
        attempt("make a file at home") { unsafe open("\(home)/new", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600) }
        attempt("make a folder at home") { unsafe mkdir("\(home)/folder", 0o700) }
        attempt("remove a file") { unsafe unlink("\(home)/victim") }
        attempt("rename a file") { unsafe rename("\(home)/renamed", "\(home)/other") }
        attempt("cut a file") { unsafe truncate("\(home)/secret", 1) }
        attempt("cut a file by opening it for reading") { unsafe open("\(home)/.asoundrc", O_RDONLY | O_TRUNC | O_CLOEXEC) }
        attempt("cut a file by opening it for control") { unsafe open("\(home)/secret", O_ACCMODE | O_TRUNC | O_CLOEXEC) }
        attempt("open a file for control") { unsafe open("\(home)/secret", O_ACCMODE | O_CLOEXEC) }
        attempt("cut a file that is written") { unsafe open("/dev/shm/sandbox-probe-\(getpid())", O_RDWR | O_CREAT | O_TRUNC, 0o600) }
        attempt("open a file by openat2") { unsafe open_newly("/etc/passwd", O_RDONLY | O_CLOEXEC) }
        attempt("change a mode") { unsafe chmod("\(home)/secret", 0o644) }
        attempt("change a time") { unsafe utimensat(AT_FDCWD, "\(home)/secret", nil, 0) }
        attempt("change the time of an open file") { unsafe futimens(open("\(home)/.asoundrc", O_RDONLY | O_CLOEXEC), nil) }
        attempt("make shared memory") { unsafe open("/dev/shm/sandbox-probe-\(getpid())", O_RDWR | O_CREAT | O_CLOEXEC, 0o600) }
        attempt("remove shared memory") { unsafe unlink("/dev/shm/sandbox-probe-\(getpid())") }
        attempt("make the sound server's folder") { unsafe mkdir("\(variable("XDG_RUNTIME_DIR"))/pulse", 0o700) }
    }

    private static func programs() {
        attempt("fork") { fork_and_exit() }
        attempt("make a user namespace") { make_user_namespace() }
        attempt("start a program") { unsafe start_program("/bin/true") }
        attempt("start a thread") {
            var thread = pthread_t()
            let code = unsafe pthread_create(&thread, nil, { _ in nil }, nil)
            errno = code
            return code == 0 ? pthread_join(thread, nil) : -1
        }
    }

    private static func sockets(_ path: String) {
        attempt("open an internet socket") { socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0) }
        attempt("open an internet socket of version 6") { socket(AF_INET6, CInt(SOCK_DGRAM.rawValue), 0) }
        attempt("open a netlink socket") { socket(AF_NETLINK, CInt(SOCK_RAW.rawValue), 0) }
        attempt("connect to a sound server") { unsafe connect_to(path) }
    }

    private static func processes() {
        attempt("signal its parent") { kill(getppid(), SIGCONT) }
        attempt("find its parent") { kill(getppid(), 0) }
        attempt("signal its group") { kill(0, SIGCONT) }
        attempt("signal itself") { raise(SIGCONT) }
        attempt("hold its parent") { pidfd_open(getppid(), 0) }
        attempt("limit its parent") { limit_files(getppid()) }
        attempt("limit itself") { limit_files(0) }
    }

    private static func scheduling() {
        let parent = getppid()
        for (name, process) in [("its parent", parent), ("itself", 0), ("its own process", getpid())] {
            attempt("set the scheduler of \(name)") { set_scheduler(process) }
            attempt("set the scheduling parameters of \(name)") { set_scheduling_parameters(process) }
            attempt("set the scheduling attributes of \(name)") { set_scheduling_attributes(process) }
            attempt("set the processors of \(name)") { set_processors(process) }
            attempt("set the priority of \(name)") { set_priority(process) }
        }
        attempt("set the priority of a group") { set_priority_of_group() }
        attempt("set the priority of a user") { set_priority_of_user() }
        attempt("set the disk priority of its parent") { set_disk_priority(parent) }
        attempt("make a thread real-time") { make_thread_real_time() }
    }

    private static func owners() {
        let parent = getppid()
        attempt("give a pipe to its parent") { set_pipe_owner(parent) }
        attempt("give a pipe to its parent, newly") { set_pipe_owner_newly(parent) }
        attempt("choose a pipe's signal") { set_pipe_signal(SIGTERM) }
        attempt("be notified of changes in a folder") { watch_folder() }
        attempt("have a pipe send signals") { set_pipe_flags(O_ASYNC) }
        attempt("make a pipe nonblocking") { set_pipe_flags(O_NONBLOCK) }
        attempt("give a socket to its parent") { control_owner(FIOSETOWN, parent) }
        attempt("give a socket to its parent, as sockets call it") { control_owner(SIOCSPGRP, parent) }
        attempt("have a socket send signals") { control_owner(FIOASYNC, 1) }
        attempt("make a socket nonblocking") { control_owner(FIONBIO, 1) }
    }

    private static func watching() {
        attempt("watch files") { watch_files() }
        attempt("watch file systems") { watch_file_systems() }
        attempt("make a message queue") { make_message_queue() }
        attempt("make a named message queue") { make_named_queue() }
        attempt("make semaphores") { make_semaphores() }
        attempt("hide memory") { hide_memory() }
        attempt("read its segments") { read_segments() }
    }
}
