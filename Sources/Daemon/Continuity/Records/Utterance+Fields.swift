import Messages
import SpeechQueue

extension Utterance: Journaled {
    static var blank: Self { Self(id: .blank, client: .blank, name: "", class: .blank, runs: [], posted: .blank) }

    mutating func pass(through fields: inout JournalFields) {
        var isOneRun = runs.count == 1 && runs[0].text == text
        var bits = waits ? 1 : 0
        bits |= (isKept ? 2 : 0) | (allowRepeat ? 4 : 0) | (wantsWords ? 8 : 0) | (isFromDaemon ? 16 : 0) | (isOneRun ? 32 : 0)
        bits |= (hasUsualAge ? 64 : 0) | (isFromScreenReader ? 128 : 0) | (cutsOtherApps ? 256 : 0) | (continues ? 512 : 0)
        bits |= countsAsMissed ? 1024 : 0
        fields.pass(&bits)
        (waits, isKept, allowRepeat) = (bits & 1 != 0, bits & 2 != 0, bits & 4 != 0)
        (wantsWords, isFromDaemon, isOneRun) = (bits & 8 != 0, bits & 16 != 0, bits & 32 != 0)
        (hasUsualAge, isFromScreenReader, cutsOtherApps) = (bits & 64 != 0, bits & 128 != 0, bits & 256 != 0)
        (continues, countsAsMissed) = (bits & 512 != 0, bits & 1024 != 0)
        fields.pass(&id, &client, &name, &`class`)
        fields.pass(raw: &media)
        fields.pass(&posted, &deadline, &group, &clientText)
        if !isOneRun { fields.pass(&text) }
        fields.pass(&runs, &extraCost, &app, &ageLeft)
        if isOneRun, fields.isReading {
            guard let only = runs.first else { return fields.fail() }
            text = only.text
        }
        fields.pass(raw: &supersede)
    }
}

extension Utterance.Group: Journaled {
    static var blank: Self { Self(app: "", name: "") }

    mutating func pass(through fields: inout JournalFields) {
        fields.pass(&app, &name)
    }
}

extension SpeechRun: Journaled {
    static var blank: Self { Self(text: "") }

    mutating func pass(through fields: inout JournalFields) {
        fields.pass(&text, &attributes)
        fields.pass(raw: &earcon)
        fields.pass(&pause, &mark, &ipa, &icon)
        // The lowest bit is `isUnread`; the others are the context's place in this list, so that older journals have none.
        let contexts = [nil] + TextualContext.allCases.map(Optional.some)
        var bits = (isUnread ? 1 : 0) | (contexts.firstIndex(of: context) ?? 0) << 1
        fields.pass(&bits)
        (isUnread, context) = (bits & 1 != 0, contexts.indices.contains(bits >> 1) ? contexts[bits >> 1] : nil)
    }
}

extension SpeechAttributes: Journaled {
    static var blank: Self { Self() }

    mutating func pass(through fields: inout JournalFields) {
        fields.pass(&language, &voice, &rate)
        fields.pass(&rateFactor, &pitch, &inflection, &volume)
        fields.pass(raw: &punctuation)
        fields.pass(raw: &capitals)
        fields.pass(&spell)
    }
}
