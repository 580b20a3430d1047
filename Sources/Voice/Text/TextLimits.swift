/// What a voice of eSpeak NG 1.51 can bear in a text; it writes or reads beyond its buffers at more (measured over all voices).
struct TextLimits {
    /// The most digits of a number, points, commas and spaces between its groups not counted.
    var mostDigits = 16
    /// The most apostrophes in a word. With 0 they are spaces.
    var mostApostrophes = 4
    /// Whether the Devanagari full stop is one of the language's own; to others it is a letter of another language.
    var readsDanda = true

    /// Those that hold for each voice.
    init() {}

    /// - Parameter voice: its identifier, such as `gmw/en-US`.
    init(voice: String) {
        readsDanda = voice.hasPrefix("inc/")
        if voice.hasPrefix("sit/yue") || voice.hasPrefix("tai/shn") { mostDigits = 12 }
        if voice.hasPrefix("trk/ky") { mostApostrophes = 0 }
    }
}
