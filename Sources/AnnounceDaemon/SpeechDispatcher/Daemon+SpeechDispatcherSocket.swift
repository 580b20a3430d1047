import Logging
import NIOCore

/// Where speech-dispatcher's clients are served.
package enum SpeechDispatcherListening: Sendable, Equatable {
    /// A socket of the daemon's own at this path, if nobody listens there.
    case path(String)
    /// Sockets that the service manager listens on.
    case activated([CInt])

    /// Where those clients look: `speech-dispatcher/speechd.sock` in the user's runtime folder.
    package static func standardPath(environment: (String) -> String?, user: UInt32) -> String {
        let runtime = environment("XDG_RUNTIME_DIR").flatMap { $0.isEmpty ? nil : $0 } ?? "/run/user/\(user)"
        return "\(runtime)/speech-dispatcher/speechd.sock"
    }
}

extension Daemon {
    /// Listens for speech-dispatcher's clients too. That it can't is no reason not to speak: a speech-dispatcher that runs keeps its socket.
    func listenForSpeechDispatcher() -> EventLoopFuture<Void> {
        let none = eventLoop.makeSucceededVoidFuture()
        switch options.speechDispatcher {
        case nil: return none
        case .activated(let descriptors):
            let adopted = descriptors.map { ListeningSocket.adopt($0, bootstrap: serverBootstrap(for: .speechDispatcher)) }
            return EventLoopFuture.whenAllSucceed(adopted, on: eventLoop).map { [self] sockets in
                assumeIsolated { $0.sockets += sockets }
            }
        case .path(let path):
            do {
                return try ListeningSocket.open(path, option: "--speech-dispatcher", bootstrap: serverBootstrap(for: .speechDispatcher))
                    .map { [self] socket in assumeIsolated { $0.sockets.append(socket) } }
                    .flatMapErrorThrowing { [self] error in assumeIsolated { $0.leavesSpeechDispatcher(because: error) } }
            } catch {
                leavesSpeechDispatcher(because: error)
                return none
            }
        }
    }

    private func leavesSpeechDispatcher(because error: any Error) {
        logger.notice("speech-dispatcher's clients are not served", metadata: ["reason": "\(error)"])
    }
}
