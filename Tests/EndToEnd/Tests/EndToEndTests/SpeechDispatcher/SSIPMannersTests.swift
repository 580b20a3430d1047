import TestSupport
import Testing

extension EndToEnd {
    /// Clients of speech-dispatcher's protocol that press keys, ask for an unknown voice, or stop sending.
    struct SSIPMannersTests {
        private let folder: TemporaryFolder
        private let socket, wav: String

        init() throws {
            folder = try TemporaryFolder()
            (socket, wav) = (folder.path("speech-dispatcher/speechd.sock"), folder.path("heard.wav"))
        }

        private func daemon(_ configuration: String = steady) async throws -> Daemon {
            try await Daemon(configuration: configuration, ["--speech-dispatcher", socket, "--wav", wav])
        }

        @Test("Q7: who has silenced itself cuts an app's announcement with the next message, once, and only within a second")
        func keys() async throws {
            let daemon = try await daemon("voice.rate = 450\n")
            let orca = try await SSIPConnection(socket, as: "orca")
            let app = try await Client(daemon.socket, hello: #""progress":true"#)
            for (command, code) in [("STOP self", 210), ("CANCEL self", 213)] {
                try app.announce(command, "alpha bravo charlie delta echo foxtrot golf hotel india juliett kilo lima mike")
                try await app.word("alpha", of: command)
                // The key and its answer, at once.
                try orca.send("\(command)\r\nCHAR k\r\n")
                #expect(try await orca.answer().code == code)
                let key = try #require(try await orca.answer().data.first.flatMap { Int($0) })
                #expect(try await app.finish(command).reason == "interrupted")
                try await orca.await(702, of: key)
            }

            // Later speech of this client is no answer to the key.
            try app.announce("next", "good news")
            try await app.reply("next")
            let waiting = try await orca.speak("waits")
            #expect(try await app.finish("next").successful == true)
            try await orca.await(702, of: waiting)

            // Nor is its speech after a second.
            try await orca.ask("STOP self")
            let silenced = SuspendingClock.now
            try app.announce("slow", "alpha bravo charlie delta", #""rate":80"#)
            try await app.word("charlie", of: "slow")
            #expect(SuspendingClock.now - silenced > .seconds(1), "or the test tells nothing")
            let late = try await orca.speak("waits")
            #expect(try await app.finish("slow").successful == true)
            try await orca.await(702, of: late)
        }

        @Test func `E11: A page that is read sentence by sentence has its pauses, queued or sent after each END`() async throws {
            let daemon = try await daemon()
            let orca = try await SSIPConnection(socket, as: "orca")
            let sentences = ["The first sentence.", "Another one, longer.", "And the last."]
            for text in sentences.dropLast() { _ = try await orca.speak(text) }
            try await orca.await(702, of: orca.speak(sentences[2]))
            for text in sentences { try await orca.await(702, of: orca.speak(text)) }
            try await daemon.end()
            var spoken = Duration.zero
            for text in sentences { spoken += try await reference(text).duration }
            let page = try await ESpeakReference(sentences.joined(separator: " "), voice: steadyVoice, rate: 240).sound().trimmed()
            // The page has two pauses inside; read twice, it has five, some of them shorter by the time that the client took.
            let ownPauses = page.duration - spoken
            let pauses = try Sound(wavFile: wav).trimmed().duration - spoken * 2
            #expect(pauses > ownPauses && pauses * 2 < ownPauses * 7, "\(pauses), in one text \(ownPauses)")
        }

        @Test func `E11: Orca 51's session: a sentence in two languages has no pause inside; its probe is answered whatever waits`()
            async throws
        {
            let daemon = try await daemon()
            let orca = try await SSIPConnection(socket, as: "orca")
            let set = [
                "LANGUAGE en-US", "PUNCTUATION some", "CAP_LET_RECOGN none", "PITCH 0", "PITCH_RANGE 0", "VOLUME 100",
                "SSML_MODE off",
            ]
            for setting in set { #expect(try await orca.ask("SET self \(setting)").code / 100 == 2, "\(setting)") }
            // Each part of the sentence has its own language, and all settings again.
            var last = 0
            for (language, text) in [("en-US", "He said"), ("de", "Guten Morgen"), ("en-US", "and left.")] {
                #expect(try await orca.ask("SET self LANGUAGE \(language)").code == 201)
                #expect(try await orca.ask("SET self PITCH_RANGE 0").code / 100 == 2)
                last = try await orca.speak(text)
            }
            for _ in 0..<200 { _ = try await orca.speak("One of the many lines that wait.") }
            // It connects a second time, only to ask.
            let probe = try await SSIPConnection(socket, as: "orca")
            let asked = SuspendingClock.now
            #expect(try await probe.ask("GET OUTPUT_MODULE").data == ["espeak-ng"])
            #expect(SuspendingClock.now - asked < .seconds(2))
            probe.close()
            try await orca.await(702, of: last)
            #expect(try await orca.ask("CANCEL self").code == 213)

            // A capital that is spelled.
            #expect(try await orca.ask("SET self CAP_LET_RECOGN spell").code / 100 == 2)
            #expect(try await orca.ask("CHAR A").code == 225)
            #expect(try await orca.ask("SET self CAP_LET_RECOGN none").code / 100 == 2)
            try await orca.await(702, of: orca.speak("Done."))
            try await daemon.end()
            let heard = try Sound(wavFile: wav)
            let start = try await heard.place(of: reference("He said"))
            let end = try await heard.place(of: reference("and left."))
            var words = try await reference("He said").duration
            words += try await ESpeakReference("Guten Morgen", voice: "de", rate: 240).sound().trimmed().duration
            // A sentence's pause is 220 ms at this rate.
            #expect(Duration.seconds(end - start) - words < .milliseconds(200), "\(start) to \(end), \(words) of it words")
        }

        @Test func `A message with an unknown voice or language is heard in its turn, once, in the user's own voice`() async throws {
            let daemon = try await daemon()
            let orca = try await SSIPConnection(socket, as: "orca")
            let first = try await orca.speak("The first.")
            try await orca.await(701, of: first)
            // These voices and languages are refused; the messages are spoken with others, and wait as usual.
            #expect(try await orca.ask("SET self SYNTHESIS_VOICE nobody").code == 209)
            let voiceless = try await orca.speak("In another voice.")
            let other = try await SSIPConnection(socket, as: "other")
            #expect(try await other.ask("SET self LANGUAGE xx").code == 201)
            let foreign = try await other.speak("In another language.")
            #expect(try await other.ask("SET self SSML_MODE on").code == 219)
            let marked = try await other.speak(#"<speak>In <voice name="nobody">both.</voice></speak>"#)
            for event in [(702, first), (701, voiceless), (702, voiceless)] { #expect(try await orca.event() == event) }
            for event in [(701, foreign), (702, foreign), (701, marked), (702, marked)] { #expect(try await other.event() == event) }
            try await daemon.end()
            let heard = try Sound(wavFile: wav)
            let turn = try await heard.place(of: reference("The first."))
            #expect(try await heard.place(of: reference("In another voice.")) > turn)
            #expect(try await heard.place(of: reference("In another language.")) > turn)
        }

        @Test func `A client that has closed its sending end receives its messages' outcomes, and then its connection ends`() async throws {
            let daemon = try await daemon()
            // No one will resume what waits in a client's own pause.
            let paused = try await SSIPConnection(socket, as: "paused")
            #expect(try await paused.ask("PAUSE self").code == 211)
            let parked = try await paused.speak("Not said.")
            paused.finishSending()
            #expect(try await paused.event() == (703, parked))
            try await paused.end()

            let user = try await SSIPConnection(socket, as: "user")
            let patient = try await SSIPConnection(socket, as: "patient")
            #expect(try await user.ask("PAUSE all").code == 211)
            let number = try await patient.speak("Heard later.")
            patient.finishSending()
            // This message ends before its events are due, because its number has only just been sent.
            let hasty = try await SSIPConnection(socket, as: "hasty")
            try hasty.send("SPEAK\r\nNever heard.\r\n.\r\nCANCEL self\r\n")
            hasty.finishSending()
            #expect(try await hasty.answer().code == 230)
            let never = try #require(try await hasty.answer().data.first.flatMap { Int($0) })
            #expect(try await hasty.answer().code == 213)
            #expect(try await hasty.event() == (703, never))
            try await hasty.end()
            let doctor = try announceProcess(["doctor", "--socket", daemon.socket])
            let said = try await doctor.output.remainingLines(within: .seconds(60))
            #expect(said.contains { $0.contains("1 announcement waits, and nothing") })
            #expect(try await user.ask("RESUME all").code == 212)
            // It had not begun when everything was paused, so it does not resume.
            for event in [(701, number), (702, number)] { #expect(try await patient.event() == event) }
            try await patient.end()
            _ = daemon
        }
    }
}
