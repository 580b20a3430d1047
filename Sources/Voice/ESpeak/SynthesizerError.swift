import CESpeakNG

/// What a function of eSpeak NG returned.
struct SynthesizerResult: RawRepresentable, Equatable {
    let rawValue: Int32

    init(rawValue: Int32) { self.rawValue = rawValue }
    init(_ error: espeak_ERROR) { rawValue = error.rawValue }

    static let ok = SynthesizerResult(EE_OK)
    static let internalError = SynthesizerResult(EE_INTERNAL_ERROR)
    static let bufferFull = SynthesizerResult(EE_BUFFER_FULL)
    static let notFound = SynthesizerResult(EE_NOT_FOUND)
}

/// eSpeak NG refused something.
struct SynthesizerError: Error, Equatable {
    let code: SynthesizerResult
    /// The call that failed.
    let cause: String
    /// What is wrong and what to do, for a person.
    let message: String

    init(_ code: SynthesizerResult, _ cause: String, _ message: String) {
        self.code = code
        self.cause = cause
        self.message = message
    }
}
