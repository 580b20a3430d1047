// SoundServer asks a sound server with PulseAudio's protocol about its sinks, without its library.

/// An output of a sound server: a card, a monitor, a headset.
package struct Sink: Sendable, Equatable {
    /// What the sound travels by, if that decides whether the beginning is lost after a rest.
    package enum Link: String, Sendable, Codable {
        case bluetooth, hdmi
    }

    package let name: String
    /// Nil: another one, or not known.
    package let link: Link?
    package let isMuted: Bool
    /// The volume of its loudest channel, in percent.
    package let percent: Int

    /// - Parameter properties: those that the server gives for the sink.
    package init(name: String, properties: [String: String], isMuted: Bool = false, percent: Int = 100) {
        self.name = name
        (self.isMuted, self.percent) = (isMuted, percent)
        func value(_ property: String) -> String { properties[property, default: ""].lowercased() }
        // PulseAudio's API is "bluez", PipeWire's "bluez5".
        if value("device.api").hasPrefix("bluez") || value("device.bus") == "bluetooth" {
            link = .bluetooth
        } else if (Self.namesOfCards.map(value) + [name.lowercased()]).contains(where: { $0.contains("hdmi") }) {
            // ALSA also calls DisplayPort HDMI.
            link = .hdmi
        } else {
            link = nil
        }
    }

    /// The properties in which ALSA's name of an output of a card stands.
    private static let namesOfCards = ["device.profile.name", "device.string", "alsa.id", "alsa.name", "api.alsa.path"]

    /// How much sound the sink loses after a rest, in milliseconds: as much silence should come first (O1).
    package var leadIn: Int {
        switch link {
        case .bluetooth: 200
        case .hdmi: 60
        case nil: 0
        }
    }
}
