// SoundServer queries a sound server about its sinks with PulseAudio's protocol, without its library.

/// An output of a sound server: a card, a monitor, a headset.
package struct Sink: Sendable, Equatable {
    /// The link over which the sound travels, if it may lose the beginning of a sound after a rest.
    package enum Link: String, Sendable {
        case bluetooth, hdmi
    }

    package let name: String
    /// Nil: another link, or unknown.
    package let link: Link?
    package let isMuted: Bool
    /// The volume of the sink's loudest channel, in percent.
    package let percent: Int

    /// - Parameter properties: the sink's properties, as the server reports them.
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

    /// The properties that contain ALSA's name for an output of a card.
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
