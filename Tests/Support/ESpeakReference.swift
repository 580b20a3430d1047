import Synchronization

/// What eSpeak NG itself makes of a text, by its own program: what a listener should hear.
package struct ESpeakReference: Hashable, Sendable {
    /// What is said. The program takes phonemes in double brackets as such.
    package var text: String
    /// A voice's name or a language.
    package var voice: String?
    /// Words a minute.
    package var rate: Int?
    /// 0 to 99.
    package var pitch: Int?
    /// The loudness, 0 to 200.
    package var amplitude: Int?

    private static let cache = Mutex<[ESpeakReference: Sound]>([:])

    package init(_ text: String, voice: String? = nil, rate: Int? = nil, pitch: Int? = nil, amplitude: Int? = nil) {
        self.text = text
        self.voice = voice
        self.rate = rate
        self.pitch = pitch
        self.amplitude = amplitude
    }

    /// The sound with its silences, without a pause after the last sentence. It is made once.
    package func sound() async throws -> Sound {
        if let known = Self.cache.withLock({ $0[self] }) { return known }
        let folder = try TemporaryFolder()
        let file = folder.path("reference.wav")
        var arguments = ["-z", "--stdin", "-w", file]
        if let voice { arguments += ["-v", voice] }
        if let rate { arguments += ["-s", "\(rate)"] }
        if let pitch { arguments += ["-p", "\(pitch)"] }
        if let amplitude { arguments += ["-a", "\(amplitude)"] }
        let program = try ChildProcess("espeak-ng", arguments, input: .file(folder.write(text, to: "text")), output: .null)
        let exit = try await program.exit(within: .seconds(30))
        guard exit == .code(0) else { throw Failed(description: "espeak-ng \(arguments): \(exit)") }
        let sound = try Sound(wavFile: file)
        Self.cache.withLock { $0[self] = sound }
        return sound
    }

    /// The sound without the silence at its beginning.
    package func soundWithoutLeadingSilence() async throws -> Sound {
        try await sound().trimmedStart()
    }

    /// The program did not say the text.
    package struct Failed: Error, CustomStringConvertible {
        package let description: String
    }
}
