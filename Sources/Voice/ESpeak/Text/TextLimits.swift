/// The limits of a text for an eSpeak NG voice. Beyond these limits it writes or reads outside its buffers (measured over all voices).
struct TextLimits {
    /// The maximum number of digits in a number, not counting points, commas and spaces between groups.
    var mostDigits = 16
    /// The maximum number of apostrophes in a word.
    var mostApostrophes = 4
    /// Whether a text may contain apostrophes; if not, they become spaces.
    var bearsApostrophes = true
    /// Whether symbols may occur in words, and marks next to each other. If the voice has no rule for other characters, the result depends
    /// on the previous contents of memory.
    var joinsMarks = true
    /// Whether a text may begin with unnamed marks, including those that end a clause; if not, they become spaces.
    var bearsLeadingMarks = true
    /// Whether a number may begin with its decimal point; if not, the point is read as a full stop.
    var readsLeadingPoint = true
    /// Whether the Devanagari full stop and the Armenian marks belong to the language. Other languages read these marks as words of a
    /// language that can't handle them.
    var readsDanda = true
    var readsArmenianMarks = true
    /// Returns whether a mark is named, if marks need a position in the text (``PlacedMarks``); nil if they don't.
    var unplacedMarks: ((Unicode.Scalar) -> Bool)?
    /// Whether `©` can be read; if not, it becomes the letter. Two `©` end the European Portuguese voice of eSpeak NG 1.52, and one is read
    /// as some fifty syllables.
    var readsCopyright = true
    /// Whether all marks are named (T5).
    var namesMarks = false

    /// The limits that apply to every voice.
    init() {}

    /// - Parameter voice: the voice's identifier, such as `gmw/en-US`.
    init(voice: String, namesMarks: Bool = false) {
        self.namesMarks = namesMarks
        // The part before a variant, and of `sit/yue-Latn-jyutping` the language.
        let language = voice.prefix { $0 != "+" && $0 != "-" }
        if ["sit/yue", "tai/shn", "trk/ky"].contains(language) { mostDigits = 12 }
        bearsApostrophes = language != "trk/ky"
        bearsLeadingMarks = language != "trk/ky" || namesMarks
        joinsMarks = !Self.withoutOtherRules.contains(language)
        readsLeadingPoint = language != "cel/ga"
        readsDanda = voice.hasPrefix("inc/")
        readsArmenianMarks = voice.hasPrefix("ine/hy")
    }

    /// The voices whose rules have no group for characters outside every other group.
    private static let withoutOtherRules: Set<Substring> = [
        "art/ia", "art/io", "art/qya", "art/sjn", "cel/ga", "cel/gd", "cus/om", "inc/as", "inc/bpy", "inc/hi", "ine/hy", "ine/hyw",
        "iro/chr",
        "jpx/ja", "myn/quc", "poz/mi", "qu", "roa/ht", "sai/gn", "sem/he", "sit/my", "trk/cv", "trk/kk", "trk/ky", "trk/nog", "trk/tk",
        "trk/ug", "urj/smj", "zle/be", "zle/uk",
    ]
}
