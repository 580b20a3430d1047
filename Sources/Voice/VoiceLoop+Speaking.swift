import VoiceProtocol

extension VoiceLoop: SampleSink {
    /// The quietest sample that counts as sound: -60 dB. Measured over 131 voices and 101 variants: sound begins with exact zeros, then
    /// passes 32 within three samples; only the robot variants add an echo's noise of up to 31 before the first sound.
    static let audible: UInt16 = 32

    /// Speaks `command`. Returns when it has been heard to its end, was silenced or has failed.
    func speak(_ command: SpeakCommand) {
        stayOpen()
        utterance = Utterance(command)
        for index in command.segments.indices.dropFirst(max(0, command.from?.segment ?? 0)) {
            do {
                try speak(segment: index, of: command)
            } catch {
                fail(.synthesizer, error.message)
            }
            answerVoices()
            if utterance == nil { return }
        }
        guard let spoken = utterance else { return }
        guard spoken.hasSound else {
            utterance = nil
            if spoken.isSounding { rest() }
            // When an utterance is resumed, only its silent end may be left.
            guard command.from == nil else { return events.write(.finished(id: command.id)) }
            let message = "the text makes no sound"
            return events.write(.failed(.init(id: command.id, reason: .unspeakable, message: message)))
        }
        let end = output.framesWritten
        waitUntilHeard(end)
        guard let heard = utterance else { return }
        // Send what is left: entries at the very end, and those that libsonic placed after it.
        tell(upTo: .max)
        utterance = nil
        output.rest()
        rest()
        if !settings.keepsTime { events.write(.rendered(id: heard.command.id, frames: end - heard.startFrame)) }
        events.write(.finished(id: heard.command.id))
    }

    private func speak(segment index: Int, of command: SpeakCommand) throws(SynthesizerError) {
        let segment = command.segments[index]
        let from = command.from.flatMap { $0.segment == index ? $0.offset : nil }
        var passage = Utterance.Passage(segment: index, rate: segment.rate ?? SpeechParameters.usualRate, isMuted: segment.volume == 0)
        begin(passage)
        // Resuming mid-utterance skips the pause.
        if from == nil, let pause = segment.pause {
            guard keepSilence(for: pause, before: index) else { return }
            begin(passage)
        }
        if from ?? 0 == 0 {
            if let mark = segment.mark { note(.mark(mark), in: index, offset: 0, length: 0) }
            if let earcon = segment.earcon {
                guard sound(earcon, of: segment, at: index) else { return }
            }
        }
        try useVoice(for: segment)
        let text = spokenText(
            segment.text, from: from ?? 0, splitsWords: segment.spell != true, namesMarks: segment.punctuation == .all)
        guard !text.scalars.isEmpty || segment.ipa != nil else { return }
        apply(SpeechParameters(segment, of: text.scalars))
        // A segment is often part of a sentence: it pauses at its end only if its last mark calls for it, and the next segment brings no
        // pause of its own.
        let next = command.segments.dropFirst(index + 1).first
        let endPause = next != nil && next?.pause == nil && text.endsClause
        if segment.spell == true {
            try spell(text, in: passage)
        } else if let ipa = segment.ipa, from ?? 0 <= Self.wordStart(segment.text), let phonemes = phonemes(for: ipa) {
            try pronounce(phonemes, for: segment.text, endPause: endPause, in: passage)
        } else {
            guard !text.scalars.isEmpty else { return }
            passage.text = text
            begin(passage)
            try synthesizer.synthesize(text.text, as: .text(endPause: endPause), into: self)
        }
    }

    /// Returns `text` in a form that the voice in use can handle.
    private func spokenText(_ text: String, from: Int = 0, splitsWords: Bool = true, namesMarks: Bool = false) -> SpokenText {
        let limits = TextLimits(voice: voiceInUse ?? "", namesMarks: namesMarks)
        return SpokenText(
            text, from: from, splitsWords: splitsWords, limits: limits, isShort: { synthesizer.hasShortName($0) },
            isNamed: { synthesizer.names($0) })
    }

    /// Plays the pause before a segment, exact to the frame: the synthesizer's own silence after it is cut.
    /// - Returns: whether the utterance continues.
    private func keepSilence(for seconds: Double, before segment: Int) -> Bool {
        let frames = Int((min(max(seconds, 0), Self.longestPause) * Double(synthesizer.rate.framesPerSecond)).rounded())
        guard utterance?.isSounding == true || beginSound() else { return false }
        note(.lead, in: segment, offset: 0, length: 0)
        utterance?.awaitsSound = true
        utterance?.clausePause = ClausePause()
        return handOverSilence(frames)
    }
    private static let longestPause = 60.0

    /// Plays the earcon of a segment.
    /// - Returns: whether the utterance continues.
    private func sound(_ earcon: Earcon, of segment: SpeechSegment, at index: Int) -> Bool {
        guard utterance?.isSounding == true || beginSound() else { return false }
        note(.lead, in: index, offset: 0, length: 0)
        utterance?.hasSound = true
        utterance?.awaitsSound = true
        utterance?.clausePause = ClausePause()
        return hand(over: earcon.samples(rate: synthesizer.rate, volume: segment.volume).span)
    }

    /// T7: speaks each character by its name, with a word event for each.
    private func spell(_ text: SpokenText, in passage: Utterance.Passage) throws(SynthesizerError) {
        let segment = passage.segment
        begin(passage)
        note(.sentence, in: segment, offset: text.offset(of: 0), length: 0)
        var index = 0
        for character in text.text {
            let count = character.unicodeScalars.count
            begin(passage)
            let offset = text.offset(of: index)
            index += count
            note(.word, in: segment, offset: offset, length: text.offset(of: index) - offset)
            let first = character.unicodeScalars.first ?? " "
            if let words = BrailleDots(first)?.text ?? unicodeName(of: character) {
                try synthesizer.synthesize(words, as: .text(endPause: false), into: self)
            } else if count == 1 && !isSaidAsText(first) || character.isWhitespace {
                let named = first.properties.isWhitespace ? " " : first
                try synthesizer.synthesize("", as: .character(named), into: self)
            } else {
                // A letter with marks, or an emoji of several parts, has no single scalar to name. No real text has more than eight marks.
                let cluster = String(String.UnicodeScalarView(character.unicodeScalars.prefix(9)))
                try synthesizer.synthesize(spokenText(cluster).text, as: .text(endPause: false), into: self)
            }
            if utterance == nil { return }
        }
    }

    /// Returns the Unicode name of an emoji that the voice does not read; eSpeak NG 1.51 may have a name for it that is too long and that
    /// it can't say.
    private func unicodeName(of character: Character) -> String? {
        guard let scalar = character.unicodeScalars.first, scalar.isEmoji, !synthesizer.reads(scalar) else { return nil }
        return scalar.properties.name?.lowercased()
    }

    /// Returns whether a character is spelled by reading it as text. When eSpeak NG 1.51 names a symbol for which the voice has long words
    /// it writes beyond a buffer, and when it names a Hangul syllable it reads beyond one; reading them as text is safe.
    private func isSaidAsText(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isEmoji || (0xAC00...0xD7A3).contains(scalar.value) { return true }
        return scalar.properties.generalCategory == .otherSymbol && synthesizer.reads(scalar)
    }

    /// T12: speaks a text as phonemes. The text counts as one word, because the synthesizer's words are those of the phonemes.
    private func pronounce(
        _ phonemes: PhonemeText, for text: String, endPause: Bool, in passage: Utterance.Passage
    ) throws(SynthesizerError) {
        begin(passage)
        note(.sentence, in: passage.segment, offset: 0, length: 0)
        let start = Self.wordStart(text)
        let length = text.unicodeScalars.count - start - text.unicodeScalars.reversed().prefix { $0.properties.isWhitespace }.count
        if length > 0 { note(.word, in: passage.segment, offset: start, length: length) }
        try synthesizer.synthesize("", as: .phonemes(phonemes, endPause: endPause), into: self)
    }

    /// Returns where the first word of `text` begins, in Unicode scalars; 0 if there is none.
    private static func wordStart(_ text: String) -> Int {
        text.unicodeScalars.enumerated().first { !$0.element.properties.isWhitespace }?.offset ?? 0
    }

    /// Begins the next run of the synthesizer, after the samples handed over so far.
    private func begin(_ passage: Utterance.Passage) {
        guard let current = utterance else { return }
        utterance?.passage = passage
        utterance?.passage.startFrame = current.isSounding ? output.framesWritten - current.startFrame : 0
    }

    private func note(_ content: Timeline.Content, in segment: Int, offset: Int, length: Int) {
        guard let frame = utterance?.passage.startFrame else { return }
        utterance?.timeline.add(.init(frame: frame, content: content, segment: segment, offset: offset, length: length))
    }

    // MARK: Sound

    func receive(_ samples: Span<Int16>, _ begun: [SynthesisEvent]) -> Bool {
        wait(forRoom: false, atMost: .zero)
        guard let current = utterance else { return false }
        var first = 0
        if current.awaitsSound {
            while first < samples.count, samples[first].magnitude < Self.audible, !current.passage.isMuted { first += 1 }
            utterance?.passage.shift -= first
        } else if let missing = utterance?.clausePause.missing(before: samples, rate: synthesizer.rate), missing > 0 {
            utterance?.passage.shift += missing
            guard handOverSilence(missing) else { return false }
        }
        for event in begun { utterance?.note(event) }
        if first < samples.count {
            guard current.isSounding || beginSound() else { return false }
            utterance?.hasSound = true
            utterance?.awaitsSound = false
            guard hand(over: samples.extracting(first...)) else { return false }
            utterance?.clausePause.heard(samples)
        }
        for event in begun { utterance?.end(event) }
        return true
    }

    /// Opens the device if necessary, and plays the lead-in (O1).
    private func beginSound() -> Bool {
        do {
            try openOutput()
        } catch {
            lose(error)
            return false
        }
        guard handOverSilence(synthesizer.rate.frames(in: leadIn)) else { return false }
        utterance?.isSounding = true
        utterance?.startFrame = output.framesWritten
        utterance?.passage.startFrame = 0
        return true
    }

    /// Hands `frames` of silence to the output.
    /// - Returns: whether the utterance continues.
    private func handOverSilence(_ frames: Int) -> Bool {
        let silence = [Int16](repeating: 0, count: min(frames, synthesizer.rate.framesPerSecond / 10))
        var left = frames
        while left > 0 {
            guard hand(over: silence.span.extracting(..<min(left, silence.count))) else { return false }
            left -= silence.count
        }
        return utterance != nil
    }

    /// Hands `samples` to the output as it has room, and carries out commands in between.
    /// - Returns: whether the utterance continues.
    private func hand(over samples: Span<Int16>) -> Bool {
        var taken = 0
        var lastTaken = ContinuousClock.now
        var saidRoom = false
        do throws(OutputError) {
            while taken < samples.count {
                guard utterance != nil else { return false }
                let count = try write(samples.extracting(taken...))
                taken += count
                if count > 0 {
                    lastTaken = .now
                    if utterance?.hasStarted == false, let id = utterance?.command.id {
                        utterance?.hasStarted = true
                        events.write(.started(id: id))
                    }
                } else if lastTaken.duration(to: .now) > (output.hasBegun ? DevicePatience.toGoOn : DevicePatience.toBegin) {
                    throw OutputError.stalled(output.name)
                }
                let next = tellHeard()
                guard taken < samples.count else { break }
                // Avoids a busy loop with a device that reports room but accepts nothing.
                let isHonest = count > 0 || !saidRoom
                let longest = min(next ?? DevicePatience.toGoOn, DevicePatience.toGoOn)
                saidRoom = wait(forRoom: isHonest, atMost: isHonest ? longest : .milliseconds(2))
            }
        } catch {
            lose(error)
        }
        return utterance != nil
    }

    /// D2: waits until the frame before `end` has been heard. An earcon may continue after it.
    private func waitUntilHeard(_ end: Int) {
        while utterance != nil {
            do {
                let isWritten = try writeRest()
                let delay = try output.delay()
                let next = tellHeard(delay: delay)
                let left = delay - (output.framesWritten - end)
                guard left > 0 else { return }
                let time = min(synthesizer.rate.duration(of: left), isWritten ? .seconds(3600) : Self.earconWait)
                wait(forRoom: false, atMost: min(time, next ?? time))
            } catch {
                lose(error)
            }
        }
    }

    // MARK: What is heard

    /// Sends the events of all sentences, words and marks that have begun to be heard.
    /// - Returns: how long until the next one; nil if there is none, or nothing sounds.
    @discardableResult
    func tellHeard() -> Duration? {
        // The next write will meet a device error again.
        guard let current = utterance, current.isSounding, let delay = try? output.delay() else { return nil }
        return tellHeard(delay: delay)
    }

    /// - Parameter delay: the output's delay in frames.
    private func tellHeard(delay: Int) -> Duration? {
        guard let current = utterance, current.isSounding else { return nil }
        let heard = output.framesWritten - delay - current.startFrame
        tell(upTo: heard)
        return utterance?.timeline.nextFrame.map { synthesizer.rate.duration(of: $0 - heard) }
    }

    private func tell(upTo frame: Int) {
        guard let heard = utterance?.timeline.pass(frame) else { return }
        for entry in heard {
            if let event = utterance?.event(entry, withFrame: !settings.keepsTime) { events.write(event) }
        }
    }

    // MARK: Failures

    private func fail(_ reason: VoiceEvent.Failure.Reason, _ message: String) {
        guard let id = utterance?.command.id else { return }
        if utterance?.hasStarted == true { output.silence() }
        utterance = nil
        events.write(.failed(.init(id: id, reason: reason, message: message)))
    }

    /// Handles the loss of the device: the utterance fails, and the next one tries to open the device again.
    func lose(_ error: OutputError) {
        // Report the error before closing the device: closing may hang.
        let message = message(of: error)
        tellDevice(.unavailable, message)
        if let id = utterance?.command.id { events.write(.failed(.init(id: id, reason: .device, message: message))) }
        utterance = nil
        earcon = nil
        output.close()
    }
}
