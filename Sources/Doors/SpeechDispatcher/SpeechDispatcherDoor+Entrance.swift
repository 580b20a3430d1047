package import FrontDoors

extension SpeechDispatcherDoor {
    package static var option: EntranceOption {
        EntranceOption(
            "speech-dispatcher", valueName: "path|off",
            help: "Serve speech-dispatcher's clients here, unless another server does; off: nowhere. Without --socket, the default is "
                + "$XDG_RUNTIME_DIR/speech-dispatcher/speechd.sock.", service: "speech-dispatcher")
    }

    package static func entrance(_ surroundings: EntranceSurroundings, warn: (String) -> Void) -> Entrance? {
        guard surroundings.passed.isEmpty else {
            if surroundings.option != nil || !surroundings.isEnabled {
                // No other process would answer at the passed socket, so a client would wait forever.
                let wish = surroundings.option.map { "--speech-dispatcher \($0)" } ?? "speech-dispatcher.enabled = false"
                warn("\(wish) has no effect: the manager passes a socket; disable announced-speech-dispatcher.socket")
            }
            return Entrance(SpeechDispatcherDoor(), at: .activated(surroundings.passed), option: "--speech-dispatcher")
        }
        guard surroundings.connection == nil, surroundings.option != "off" else { return nil }
        if surroundings.option == nil, !surroundings.isEnabled || surroundings.isApart { return nil }
        let path = surroundings.option ?? "\(surroundings.runtimeFolder)/speech-dispatcher/speechd.sock"
        return Entrance(SpeechDispatcherDoor(), at: .path(path), option: "--speech-dispatcher", isOptional: true)
    }
}
