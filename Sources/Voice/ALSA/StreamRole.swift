import Glibc

/// The stream's name and role for sound servers, which tell them that the stream serves accessibility, so that they can lower others while
/// we speak. ALSA has no call for that, but the libraries behind its plugins read both from the environment.
package enum StreamRole {
    /// PulseAudio's role and PipeWire's role; the latter also applies behind PipeWire's PulseAudio server. An application's name would
    /// otherwise be "ALSA plug-in [announced-voice]".
    private static let variables = [
        ("PULSE_PROP", "media.role=a11y"), ("PULSE_PROP_OVERRIDE", "application.name=announced"),
        ("PIPEWIRE_ALSA", "{ media.role = Accessibility application.name = announced node.name = announced }"),
    ]

    /// Sets the variables that the user has not set. Call it before the device opens, and before other threads exist.
    package static func set() {
        for (name, value) in variables { _ = unsafe setenv(name, value, 0) }
    }
}
