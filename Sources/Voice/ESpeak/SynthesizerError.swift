import CESpeakNG

/// An eSpeak NG return value.
struct SynthesizerResult: RawRepresentable, Equatable {
    let rawValue: Int32

    init(rawValue: Int32) { self.rawValue = rawValue }
    init(_ error: espeak_ERROR) { rawValue = error.rawValue }

    static let ok = SynthesizerResult(EE_OK)
    static let internalError = SynthesizerResult(EE_INTERNAL_ERROR)
    static let bufferFull = SynthesizerResult(EE_BUFFER_FULL)
    static let notFound = SynthesizerResult(EE_NOT_FOUND)
}

/// An error reported by eSpeak NG.
struct SynthesizerError: Error, Equatable {
    let code: SynthesizerResult
    /// The call that failed.
    let cause: String
    /// The problem and its remedy, for the user.
    let message: String

    init(_ code: SynthesizerResult, _ cause: String, _ message: String) {
        self.code = code
        self.cause = cause
        self.message = message
    }
}
