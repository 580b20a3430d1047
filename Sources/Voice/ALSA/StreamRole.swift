import Glibc

/// The stream's name and role for sound servers: from these they know that it serves accessibility, and can lower others while we
/// speak. ALSA has no call for that, but the libraries behind its plugins read it from the environment.
package enum StreamRole {
    /// PulseAudio's role and PipeWire's, the latter also behind PipeWire's PulseAudio server. An application's name would otherwise be
    /// "ALSA plug-in [announced-voice]".
    private static let variables = [
        ("PULSE_PROP", "media.role=a11y"), ("PULSE_PROP_OVERRIDE", "application.name=announced"),
        ("PIPEWIRE_ALSA", "{ media.role = Accessibility application.name = announced node.name = announced }"),
    ]

    /// Sets what the user has not set. Call it before the device opens, and before there are other threads.
    package static func set() {
        for (name, value) in variables { _ = unsafe setenv(name, value, 0) }
    }
}
