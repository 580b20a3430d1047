/// What a voice of eSpeak NG 1.51 can bear in a text; it writes or reads beyond its buffers at more (measured over all voices).
struct TextLimits {
    /// The most digits of a number, points, commas and spaces between its groups not counted.
    var mostDigits = 16
    /// The most apostrophes in a word.
    var mostApostrophes = 4
    /// Whether apostrophes may stand in a text at all; else they are spaces.
    var bearsApostrophes = true
    /// Whether symbols may stand in words, and marks side by side. What a voice without a rule for other characters does with them depends on
    /// what was in memory before.
    var joinsMarks = true
    /// Whether a text may begin with marks that are not named, a clause's end among them; else they are spaces.
    var bearsLeadingMarks = true
    /// Whether a number may begin with its point; else the point is a full stop.
    var readsLeadingPoint = true
    /// Whether the Devanagari full stop and the Armenian marks are the language's own; to others they are words of a language that can't bear them.
    var readsDanda = true
    var readsArmenianMarks = true
    /// Whether all marks are named (T5).
    var namesMarks = false

    /// Those that hold for each voice.
    init() {}

    /// - Parameter voice: its identifier, such as `gmw/en-US`.
    init(voice: String, namesMarks: Bool = false) {
        self.namesMarks = namesMarks
        // Of a variant, its voice; of `sit/yue-Latn-jyutping`, its language.
        let language = voice.prefix { $0 != "+" && $0 != "-" }
        if ["sit/yue", "tai/shn", "trk/ky"].contains(language) { mostDigits = 12 }
        bearsApostrophes = language != "trk/ky"
        bearsLeadingMarks = language != "trk/ky" || namesMarks
        joinsMarks = !Self.withoutOtherRules.contains(language)
        readsLeadingPoint = language != "cel/ga"
        readsDanda = voice.hasPrefix("inc/")
        readsArmenianMarks = voice.hasPrefix("ine/hy")
    }

    /// The voices whose rules have no group for what no other group is for.
    private static let withoutOtherRules: Set<Substring> = [
        "art/ia", "art/io", "art/qya", "art/sjn", "cel/ga", "cel/gd", "cus/om", "inc/as", "inc/bpy", "inc/hi", "ine/hy", "ine/hyw",
        "iro/chr",
        "jpx/ja", "myn/quc", "poz/mi", "qu", "roa/ht", "sai/gn", "sem/he", "sit/my", "trk/cv", "trk/kk", "trk/ky", "trk/nog", "trk/tk",
        "trk/ug", "urj/smj", "zle/be", "zle/uk",
    ]
}
