import Messages
import Narration
import Testing

@Suite struct HintTests {
    private static func hint(_ traits: Traits, _ own: String? = nil, _ describer: Describer = Describing.describer()) -> String? {
        Describing.text(of: describer.describe(Element(label: "A", value: "1", traits: traits, hint: own)).hint)
    }

    @Test(
        arguments: [
            ([.adjustable], "Louder.", "Louder, swipe up or down to adjust the value."),
            ([.adjustable], "Swipe up or down to adjust.", "Swipe up or down to adjust."),
            ([.adjustable], "Louder?", "Louder? Swipe up or down to adjust the value."),
            ([.adjustable], "More…", "More… Swipe up or down to adjust the value."),
            ([.searchField], "Finds files", "Finds files, double tap to edit."), ([.button], "Plays it.", "Plays it."),
            ([.button], "Plays it", "Plays it."),
            ([.button], nil, nil), ([.textEntry, .isEditing], nil, nil), ([.textEntry, .isEditing], "Yours", "Yours."),
            ([.searchField, .adjustable], nil, "Double tap to edit, swipe up or down to adjust the value."),
            ([.adjustable, .notEnabled], nil, nil), ([.adjustable, .notEnabled], "Louder", "Louder."),
            ([.toggleButton, .notEnabled], nil, nil), ([.checkBox], "Sound", "Sound, double tap to toggle setting."),
            ([.radioButton, .notEnabled], nil, nil), ([.slider], nil, nil),
            ([.slider, .adjustable], nil, "Swipe up or down to adjust the value."), ([.searchField, .notEnabled], nil, nil),
            ([.adjustable, .allowsDirectInteraction], "Draw here", nil),
        ] as [(Traits, String?, String?)])
    func `§4: the app's hint, then what the user does`(_ traits: Traits, _ own: String?, _ expected: String?) {
        #expect(Self.hint(traits, own) == expected)
    }

    @Test(
        arguments: [
            (DescriptionStyle.Gestures.touch, "Yours, swipe up or down to adjust the value.", "Double tap to toggle setting."),
            (.keyboard, "Yours, press Up or Down Arrow to adjust the value.", "Press Space to toggle setting."), (.none, "Yours.", nil),
        ] as [(DescriptionStyle.Gestures, String, String?)])
    func `H4: gesture words come as a set`(_ gestures: DescriptionStyle.Gestures, _ adjust: String, _ toggle: String?) {
        let describer = Describing.describer(gestures: gestures)
        #expect(Self.hint([.adjustable], "Yours", describer) == adjust)
        #expect(Self.hint([.toggleButton], nil, describer) == toggle)
    }

    @Test func `H4: a gesture that the app names, in the words of any set, is not named again`() {
        for gestures in [DescriptionStyle.Gestures.touch, .keyboard] {
            let describer = Describing.describer(gestures: gestures)
            for own in ["Swipe up or down to adjust.", "Press Up or Down Arrow to adjust the value."] {
                #expect(Self.hint([.adjustable], own, describer) == own)
            }
        }
        #expect(
            Self.hint([.adjustable], ".", Describing.describer(gestures: .touch))?.hasSuffix("swipe up or down to adjust the value.")
                == true)
    }

    @Test func `H4: with auto, the words are those of the keyboard, unless the machine has only a touch screen`() {
        var describer = Describing.describer(gestures: .auto)
        #expect(Self.hint([.toggleButton], nil, describer) == "Press Space to toggle setting.")
        describer.style.isTouchOnly = true
        #expect(Self.hint([.toggleButton], nil, describer) == "Double tap to toggle setting.")
    }

    @Test func `H2: hints are off`() {
        #expect(Self.hint([.adjustable], "Yours", Describing.describer(hints: false)) == nil)
    }

    @Test func `E1, E6: a language's own marks, and no spaces where it has none`() {
        let japanese = Describing.describer("ja")
        #expect(Self.hint([.adjustable], "おんりょうです。", japanese) == "おんりょうです、あたいをちょうせいするにはうえかしたにスワイプします。")
        let english = Element(label: "Inbox", traits: [.selected, .button], language: "en")
        #expect(japanese.describe(english).text == "せんたくちゅう、 Inbox. ボタン。")
        #expect(japanese.describe(Element(label: "えらぶ？", traits: [.button])).text == "えらぶ？ボタン。")
    }

    @Test(arguments: [
        ("de", "Zum Bearbeiten doppeltippen."), ("es", "Pulsa dos veces para editar."), ("fr", "Touchez deux fois pour modifier."),
        ("it", "Tocca due volte per modificare."), ("nl", "Tik dubbel om te bewerken."), ("pl", "Stuknij dwukrotnie, aby edytować."),
        ("pt", "Toque duas vezes para editar."), ("ru", "Коснитесь дважды, чтобы редактировать."),
        ("ja", "へんしゅうするにはダブルタップします。"),
    ])
    func `H4: hints in the user's language`(_ language: String, _ expected: String) {
        #expect(Self.hint([.searchField], nil, Describing.describer(language)) == expected)
    }
}
