import Accessibility
import AnnounceClient
import AnnounceProtocol
import ArgumentParser
import Glibc
import JSONLines

/// `announce TEXT…` as it is typed most: words without an option, and a daemon that listens.
///
/// To read options looks through all types of the program, and an event loop has threads: without both it is posted in a fraction of the
/// time.
enum PlainAnnouncement {
    /// Posts it, as ``Say`` does, on the calling thread.
    /// - Returns: how the command ends; nil if this is for ``Say``, or another command, and nothing was done.
    static func post(_ arguments: [String]) -> ExitCode? {
        guard let first = arguments.first, !Announce.commandNames.contains(first) else { return nil }
        guard arguments.contains(where: { !$0.isEmpty }), !arguments.contains(where: { $0.hasPrefix("-") }) else { return nil }
        let id = "announce-\(getpid())"
        let announcement = Announcement(runs: [SpeechRun(text: arguments.joined(separator: " "))])
        let hello = RequestLine(id: "hello", request: .hello(Hello(app: "announce")))
        let line = RequestLine(id: id, request: .announcement(announcement))
        guard line.bytes.count <= RequestLine.maximumLength else { return nil }
        guard let connection = try? UnixConnection(to: SocketOption.standardPath) else { return nil }
        do {
            let deadline = ContinuousClock.now + Connection.patience
            try connection.send(hello.bytes + line.bytes, by: deadline)
            var lines = LineDecoder(maximumLength: ServerLine.maximumLength)
            while case let bytes = try connection.receive(by: deadline), !bytes.isEmpty {
                lines.append(bytes)
                while case .line(let line) = lines.next() {
                    switch try? ServerLine.message(from: line) {
                    case .error(let error): return refused(error)
                    case .reply(let reply) where reply.id == id:
                        StandardError.print(warnings: reply.warnings)
                        MisspeltCommand.remark(on: arguments)
                        return .success
                    default: continue
                    }
                }
            }
        } catch .late {
            return Connection.noAnswer(at: SocketOption.standardPath)
        } catch {}
        return connectionLost()
    }
}
