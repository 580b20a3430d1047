import Messages
import SSML
import TestSupport
import Testing

@Suite struct SSMLTests {
    /// The runs of a document, as short as can be: what each has beside its text stands before it.
    private static func runs(_ document: String, _ attributes: SpeechAttributes = SpeechAttributes()) -> [String]? {
        SSMLDocument.runs(of: document, attributes: attributes)?.map { run in
            let manner = run.attributes
            var words: [String] = []
            if let pause = run.pause { words.append("pause=\(pause)") }
            if let mark = run.mark { words.append("mark=\(mark)") }
            if let language = manner.language { words.append("language=\(language)") }
            if let voice = manner.voice { words.append("voice=\(voice)") }
            if let rate = manner.rate { words.append("rate=\(rate)") }
            if let factor = manner.rateFactor { words.append("rate×\((factor * 100).rounded() / 100)") }
            if let pitch = manner.pitch { words.append("pitch=\(pitch)") }
            if let inflection = manner.inflection { words.append("inflection=\(inflection)") }
            if let volume = manner.volume { words.append("volume=\(volume)") }
            if manner.spell == true { words.append("spell") }
            return (words + [run.text]).joined(separator: " ")
        }
    }

    @Test(
        "T10: the short list of elements becomes plain runs",
        arguments: [
            ("<speak>Hello &amp; good  \n morning</speak>", ["Hello & good morning"]), ("Hello", ["Hello"]),
            (
                "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n<speak version=\"1.1\" xmlns=\"http://www.w3.org/2001/10/synthesis\" xml:lang=\"de\">Grüße</speak>",
                ["language=de Grüße"]
            ),
            ("<speak><p>One</p><p>Two.</p><p>Three</p></speak>", ["One", "pause=0.5 Two.", "pause=0.2 Three"]),
            ("<speak><s>One</s><s>Two.</s><s>Three</s></speak>", ["One", "pause=0.3 Two.", "Three"]),
            (
                "a<break/>b<break time='1.5s'/>c<break time=\"250ms\"/>d<break strength='none'/>e",
                ["a", "pause=0.3 b", "pause=1.5 c", "pause=0.25 d", "e"]
            ),
            (
                "a<break time='99s'/>b<break time='x'/>c<break time='-5s'/>d<break strength='strong' time='1s'/>e",
                ["a", "pause=10.0 b", "c", "d", "pause=1.0 e"]
            ),
            ("a<break/>", ["a"]), ("<break/><break/>a", ["pause=0.6 a"]),
            (
                "a<mark name='m'/>b<mark name='n'/><mark name='o'/>c<mark name='end'/>",
                ["a", "mark=m b", "mark=n ", "mark=o c", "mark=end "]
            ),
            (
                "<prosody rate='slow'>a</prosody> <prosody rate='50%'>b</prosody> <prosody rate='+20%'>c</prosody> <prosody rate='-20%'>d</prosody>",
                ["rate×0.75 a", "rate×0.5 b", "rate×1.2 c", "rate×0.8 d"]
            ),
            (
                "<prosody rate='2'>a</prosody><prosody rate='1000000%'>b</prosody><prosody rate='nan'>c</prosody><prosody rate=''>d</prosody>",
                ["rate×2.0 a", "rate×20.0 b", "cd"]
            ),
            (
                "<prosody pitch='high'>a</prosody><prosody pitch='-50%'>b</prosody><prosody pitch='+12st'>c</prosody><prosody pitch='200Hz'>d</prosody>",
                ["pitch=70 a", "pitch=25 b", "pitch=100 c", "d"]
            ),
            (
                "<prosody range='x-low'>a</prosody><prosody range='+20%'>b</prosody><prosody range='0%' pitch='low'>c</prosody>",
                ["inflection=20 a", "inflection=60 b", "pitch=35 inflection=0 c"]
            ),
            (
                "<prosody volume='silent'>a</prosody><prosody volume='soft'>b</prosody><prosody volume='30'>c</prosody><prosody volume='-6dB'>d</prosody><prosody volume='+6dB'>e</prosody>",
                ["volume=0 a", "volume=50 b", "volume=30 c", "volume=50 d", "volume=100 e"]
            ),
            ("<prosody rate='50%'><prosody rate='50%'>a</prosody></prosody>", ["rate×0.25 a"]),
            ("so <emphasis level='strong'>very</emphasis> good", ["so", "rate×0.85 pitch=65 very", "good"]),
            ("<emphasis level='none'>a</emphasis>", ["a"]),
            ("<say-as interpret-as='characters'>abc</say-as>", ["spell abc"]),
            ("<say-as interpret-as='spell-out'>a1</say-as>", ["spell a1"]),
            (
                "<say-as interpret-as='telephone'>+49<say-as interpret-as='characters'>ab</say-as>12</say-as> now",
                ["+4 9", "spell ab", "1 2 now"]
            ),
            ("call <say-as interpret-as='telephone'>+49 30 123</say-as> now", ["call +4 9 3 0 1 2 3 now"]),
            (
                "<say-as interpret-as='duration'>10:55</say-as> <say-as interpret-as='duration'>PT1H2M</say-as> <say-as interpret-as='duration'>90s</say-as> <say-as interpret-as='duration'>soon</say-as>",
                ["0:10:55 1:02:00 0:01:30 soon"]
            ),
            (
                "<say-as interpret-as='date' format='mdy'>12/24/69</say-as> <say-as interpret-as='time'>10:30</say-as> <say-as interpret-as='number'>5</say-as>",
                ["12/24/69 10:30 5"]
            ),
            ("<sub alias='World Wide Web Consortium'>W3C</sub>!", ["World Wide Web Consortium!"]), ("<sub>W3C</sub>", ["W3C"]),
            (
                "a <lang xml:lang='de'>b</lang> <voice name='gmw/en-US+f3'>c</voice> <voice languages='fr en'>d</voice>",
                ["a", "language=de b", "voice=gmw/en-US+f3 c", "language=fr d"]
            ),
            ("<phoneme ph='x'>tomato</phoneme> <token>a</token> <w>b</w> <bogus>c<p>d</p></bogus>", ["tomato a b c", "pause=0.5 d"]),
            ("<metadata><x>hidden</x></metadata>seen<!-- not seen --><?php not seen ?>", ["seen"]), ("<![CDATA[<b>&amp;]]>", ["<b>&amp;"]),
            ("un<b>believ</b>able", ["unbelievable"]),
            ("", [""]), ("<speak/>", [""]), ("  ", [""]),
        ])
    func elements(_ document: String, _ runs: [String]) {
        #expect(Self.runs(document) == runs)
    }

    @Test("T10: what is relative is relative to the manner that is given, and a new language does not keep the voice")
    func relative() {
        let given = SpeechAttributes(language: "en", voice: "v", rate: 400, pitch: 20, volume: 50)
        let document =
            "<speak xml:lang='en'>a<prosody rate='50%' pitch='+50%' volume='soft'>b</prosody><lang xml:lang='de'>c</lang></speak>"
        #expect(
            Self.runs(document, given) == [
                "language=en voice=v rate=400 pitch=20 volume=50 a", "language=en voice=v rate=200 pitch=30 volume=25 b",
                "language=de rate=400 pitch=20 volume=50 c",
            ])
    }

    @Test(
        "T10: broken SSML is none",
        arguments: [
            "<speak>a", "<speak><p>a</speak>", "a</speak><speak>b", "<p>a", "a < b", "a & b", "&nbsp;", "<speak a=1>b</speak>",
            "<speak>a</speak>b", "\u{1}", "<speak>\u{0}</speak>",
            "<speak xmlns:a='&lt;'>&undefined;</speak>", "<?xml version='1.0'?><html>a</html>", "<speakers>a</speakers>",
            "<?xml version='1.0'?><!DOCTYPE speak SYSTEM 'file:///etc/passwd'><speak>a</speak>", "<speak><!DOCTYPE speak></speak>",
        ])
    func broken(_ document: String) {
        #expect(Self.runs(document) == nil)
    }

    @Test("T10: of a sound only the text that is said instead is left, never its address")
    func audio() {
        let attack = "|touch /tmp/announced-was-here"
        for document in [
            "<audio src=\"\(attack)\"/>", "<speak><audio src='\(attack)'>a bell<desc>ding</desc></audio></speak>",
            "<a:audio xmlns:a='x' src='\(attack)'>a bell</a:audio>", "<AUDIO src='\(attack)'>a bell</AUDIO>",
        ] {
            let text = SSMLDocument.runs(of: document, attributes: SpeechAttributes())?.map(\.text).joined()
            #expect(text == (document.contains("a bell") ? "a bell" : ""))
        }
    }

    @Test("T10: entities that grow are refused before they do")
    func entities() {
        var document = "<?xml version='1.0'?><!DOCTYPE speak [<!ENTITY a0 'ha'>"
        for level in 1...30 { document += "<!ENTITY a\(level) '&a\(level - 1);&a\(level - 1);'>" }
        #expect(Self.runs(document + "]><speak>&a30;</speak>") == nil)
    }

    @Test("T10: deep nesting, too many runs and too long documents are refused")
    func limits() {
        func nested(_ depth: Int) -> String { String(repeating: "<b>", count: depth) + "x" + String(repeating: "</b>", count: depth) }
        #expect(Self.runs(nested(31)) == ["x"])
        #expect(Self.runs(nested(32)) == nil)
        #expect(Self.runs(nested(30_000)) == nil)
        #expect(Self.runs(String(repeating: "a<break/>", count: 1024))?.count == 1024)
        #expect(Self.runs(String(repeating: "a<break/>", count: 1025)) == nil)
        #expect(Self.runs(String(repeating: "x", count: 256 * 1024 + 1)) == nil)
        #expect(Self.runs(String(repeating: "<b/>", count: 64 * 1024 - 8)) == [""])
        #expect(Self.runs(String(repeating: "<mark name='x'/>", count: 16 * 1024)) == nil)
    }

    @Test("T10: documents with random mistakes are runs or none, and never markup of ours")
    func mutations() {
        let seed = SeededGenerator.seed(for: "SSML")
        var generator = SeededGenerator(seed: seed)
        let document = Array(
            "<speak xml:lang='de'><p>a<s>b</s></p><break time='1s'/><prosody rate='+20%' pitch='low' volume='-6dB'>c</prosody><emphasis>d</emphasis><say-as interpret-as='duration'>1h 2m</say-as><sub alias='e'>f</sub><mark name='g'/><voice name='h'>i</voice><audio src='j'>k</audio>&lt;&#x1F600;</speak>"
                .utf8)
        for round in 0..<5000 {
            let bytes = Mutations.mutated(document, with: document, using: &generator)
            let text = String(decoding: bytes, as: UTF8.self)
            guard let runs = SSMLDocument.runs(of: text, attributes: SpeechAttributes(rate: 200)) else { continue }
            for run in runs {
                #expect(SpeechAttributes.rateRange.contains(run.attributes.rate ?? 80), "TEST_SEED=\(seed), round \(round)")
                #expect(SpeechAttributes.percentRange.contains(run.attributes.pitch ?? 0), "TEST_SEED=\(seed), round \(round)")
                #expect(SpeechAttributes.percentRange.contains(run.attributes.volume ?? 0), "TEST_SEED=\(seed), round \(round)")
                #expect((0...10).contains(run.pause ?? 0) && !run.isSSML, "TEST_SEED=\(seed), round \(round)")
            }
        }
    }
}
