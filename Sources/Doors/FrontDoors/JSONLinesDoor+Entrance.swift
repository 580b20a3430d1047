import AnnounceProtocol

extension JSONLinesDoor {
    package static var option: EntranceOption {
        EntranceOption(
            "socket", valueName: "path", help: "Listen here instead of $ANNOUNCED_SOCKET or $XDG_RUNTIME_DIR/announced/socket.",
            service: "announced")
    }

    package static func entrance(_ surroundings: EntranceSurroundings, warn: (String) -> Void) -> Entrance? {
        if !surroundings.passed.isEmpty, let path = surroundings.option {
            warn("--socket \(path) has no effect: the service manager passes one; set ListenStream= in announced.socket")
        }
        let place: Entrance.Place =
            if let connection = surroundings.connection {
                .connection(connection, others: surroundings.option)
            } else if !surroundings.passed.isEmpty {
                .activated(surroundings.passed)
            } else {
                .path(surroundings.option ?? SocketPath.standard(environment: surroundings.environment, user: surroundings.user))
            }
        return Entrance(JSONLinesDoor(), at: place, option: "--socket")
    }
}
