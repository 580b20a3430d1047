import Synchronization

/// The sound that eSpeak NG's own program makes of a text: what a listener should hear.
package struct ESpeakReference: Hashable, Sendable {
    /// The text. The program interprets phonemes in double brackets.
    package var text: String
    /// The name of a voice, or a language.
    package var voice: String?
    /// Words a minute.
    package var rate: Int?
    /// 0 to 99.
    package var pitch: Int?
    /// The loudness, 0 to 200.
    package var amplitude: Int?
    /// How capital letters are marked: 1: by a sound, 2: by a word, from 3 on: by a higher pitch.
    package var capitals: Int?
    /// The marks that are named; nil: none.
    package var namedMarks: String?

    private static let cache = Mutex<[ESpeakReference: Sound]>([:])

    package init(_ text: String, voice: String? = nil, rate: Int? = nil, pitch: Int? = nil, amplitude: Int? = nil, capitals: Int? = nil) {
        self.text = text
        self.voice = voice
        self.rate = rate
        self.pitch = pitch
        self.amplitude = amplitude
        self.capitals = capitals
    }

    /// Returns the sound with its silences, without a pause after the last sentence. Each sound is made only once.
    package func sound() async throws -> Sound {
        if let known = Self.cache.withLock({ $0[self] }) { return known }
        let folder = try TemporaryFolder()
        let file = folder.path("reference.wav")
        var arguments = ["-z", "--stdin", "-w", file]
        if let voice { arguments += ["-v", voice] }
        if let rate { arguments += ["-s", "\(rate)"] }
        if let pitch { arguments += ["-p", "\(pitch)"] }
        if let amplitude { arguments += ["-a", "\(amplitude)"] }
        if let capitals { arguments += ["-k", "\(capitals)"] }
        if let namedMarks { arguments.append("--punct=\(namedMarks)") }
        let program = try ChildProcess("espeak-ng", arguments, input: .file(folder.write(text, to: "text")), output: .null)
        let exit = try await program.exit(within: .seconds(60))
        guard exit == .code(0) else { throw Failed(description: "espeak-ng \(arguments): \(exit)") }
        let sound = try Sound(wavFile: file)
        Self.cache.withLock { $0[self] = sound }
        return sound
    }

    /// Returns the sound without the silence at its beginning.
    package func soundWithoutLeadingSilence() async throws -> Sound {
        try await sound().trimmedStart()
    }

    /// An error: the program could not speak the text.
    package struct Failed: Error, CustomStringConvertible {
        package let description: String
    }
}
