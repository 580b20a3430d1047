import FoundationEssentials
import Glibc
import TestSupport
import Testing

extension EndToEnd {
    /// Programs that speak through speech-dispatcher, unchanged: its own programs and libraries.
    struct SpeechDispatcherTests {
        private let folder: TemporaryFolder
        let socket: String

        init() throws {
            folder = try TemporaryFolder()
            socket = folder.path("speech-dispatcher/speechd.sock")
        }

        /// Starts a daemon in real time that speaks into a file.
        func daemon(_ arguments: String...) async throws -> Daemon {
            try await Daemon(
                configuration: steady, ["--speech-dispatcher", socket, "--wav", folder.path("heard.wav")] + arguments)
        }

        private func program(_ name: String, _ arguments: String...) throws -> ChildProcess {
            // Without an installed locale the program would end at once.
            let variables = ["SPEECHD_ADDRESS": "unix_socket:\(socket)", "LC_ALL": "C.UTF-8"]
            return try ChildProcess(name, arguments, environment: .inherited(with: variables), output: .pipe, error: .pipe)
        }

        @Test func `spd-say is heard, at the rate and volume that it asks for, and waits until then`() async throws {
            let stage = try await Stage(["--speech-dispatcher", socket])
            var start = SuspendingClock.now
            let said = try program("spd-say", "--wait", "Heard through announced.")
            let complaints = try await said.error.remainingLines(within: .seconds(60))
            #expect(try await said.exit(within: .seconds(60)) == .code(0), "\(complaints)")
            let heard = try await stage.capture.whole(since: start)
            #expect(try await heard.sound.isLike(reference("Heard through announced.")))
            #expect(heard.began < .now)

            start = .now
            let quick = try program("spd-say", "--wait", "--rate", "50", "--priority", "important", "As quick as it was.")
            #expect(try await quick.exit(within: .seconds(60)) == .code(0))
            let atThatRate = try await ESpeakReference("As quick as it was.", voice: steadyVoice, rate: 309).sound().trimmed()
            #expect(try await stage.capture.all(since: start).isLike(atThatRate))

            start = .now
            let marked = try program("spd-say", "--wait", "--ssml", #"<speak>Markup is <mark name="here"/>not read.</speak>"#)
            #expect(try await marked.exit(within: .seconds(60)) == .code(0))
            #expect(try await marked.error.remainingLines().contains { $0.contains("here") })
            #expect(
                try await stage.capture.all(since: start).isLike(reference("Markup is not read.")))

            // Clients of both protocols are heard in turn, with one voice.
            start = .now
            let orca = try await SSIPConnection(socket, as: "orca")
            let client = try await stage.client()
            try client.announce("app", "First the announcement.")
            #expect(try await client.reply("app").state == "speaking")
            let number = try await orca.speak("Then the button.")
            #expect(try await client.finish("app").successful == true)
            try await orca.await(702, of: number)
            let both = try await stage.capture.all(since: start)
            let first = try await both.place(of: reference("First the announcement."))
            #expect(try await both.place(of: reference("Then the button.")) > first)
        }

        @Test func `Q6, Q7: A screen reader's messages come in their order, answer keys at once, and come back when they are cut`()
            async throws
        {
            let daemon = try await daemon()
            let orca = try await SSIPConnection(socket, as: "orca")
            let app = try await Client(daemon.socket)
            let long = "alpha bravo charlie delta echo foxtrot golf hotel"

            // Messages wait for each other.
            let one = try await orca.speak("one")
            let two = try await orca.speak("two")
            for expected in [(701, one), (702, one), (701, two), (702, two)] { #expect(try await orca.event() == expected) }

            // A low is cut by a message, and continues after it.
            try app.announce("log", long, #""priority":"low""#)
            try await app.reply("log")
            let button = try await orca.speak("button")
            #expect(try await orca.event() == (701, button))
            // An announcement cuts the low; the low is not lost.
            try app.announce("news", "news")
            try await app.finish("news")
            #expect(try await orca.event() == (702, button))
            #expect(try await app.finish("log").attempts == 2)

            // An announcement is heard to its end, unless the user has pressed a key: then the screen reader has silenced itself.
            try app.announce("polite", "good news")
            try await app.reply("polite")
            let later = try await orca.speak("later")
            try await app.finish("polite")
            try await orca.await(702, of: later)
            try app.announce("cut", long)
            try await app.reply("cut")
            #expect(try await orca.ask("CANCEL self").code == 213)
            let key = try await orca.ask("CHAR k")
            #expect(try await app.finish("cut").reason == "interrupted")
            try await orca.await(702, of: #require(Int(key.data[0])))

            // CANCEL ends all messages of its client, STOP the one being spoken.
            let spoken = try await orca.speak(long)
            let waiting = try await orca.speak("waiting")
            let behind = try await orca.speak("behind")
            try await orca.await(701, of: spoken)
            #expect(try await orca.ask("STOP self").code == 210)
            #expect(try await orca.event() == (703, spoken))
            #expect(try await orca.event() == (701, waiting))
            try await orca.ask("CANCEL self")
            #expect(try await [orca.event(), orca.event()].map(\.number).sorted() == [waiting, behind])

            // A paused client waits; others are heard.
            let paused = try await orca.speak("paused")
            try await orca.await(701, of: paused)
            #expect(try await orca.ask("PAUSE self").code == 211)
            #expect(try await orca.event() == (704, paused))
            let parked = try await orca.speak("parked")
            try app.announce("meanwhile", "meanwhile")
            #expect(try await app.finish("meanwhile").successful == true)
            #expect(try await orca.ask("RESUME self").code == 212)
            for expected in [(705, paused), (702, paused), (701, parked), (702, parked)] { #expect(try await orca.event() == expected) }
            #expect(try await orca.ask("RESUME self").code == 212)
        }

        @Test func `python3-speechd is notified of what is heard, word by word`() async throws {
            let daemon = try await daemon()
            let script = """
                import speechd, threading
                client = speechd.SSIPClient("tester", autospawn=False)
                done = threading.Event()
                def heard(kind, index_mark=None):
                    print(kind, index_mark or "", flush=True)
                    if kind in ("end", "cancel"): done.set()
                def say(text):
                    done.clear()
                    # The library drops what it is told before it knows the message.
                    client.pause(); client.speak(text, callback=heard); client.resume()
                    assert done.wait(15)
                client.set_priority(speechd.Priority.MESSAGE)
                assert client.list_output_modules() == ("espeak-ng",)
                voices = client.list_synthesis_voices()
                assert ("English (America)", "en-US", "none") in voices and ("German+female2", "de", "female2") in voices
                assert ("English (Scotland)", "en-GB-SCOTLAND", "none") in voices and ("Portuguese (Portugal)", "pt", "none") in voices
                client.set_rate(50)
                assert int(client.get_rate()) == 50
                client.set_language("en"); client.set_synthesis_voice("English (America)"); client.set_punctuation(speechd.PunctuationMode.SOME)
                client.set_data_mode(speechd.DataMode.SSML)
                say('<speak>Some <mark name="a"/>marked <mark name="b"/>words<mark name="c"/></speak>')
                say('<speak>broken <mark name="d"/>markup')
                client.set_data_mode(speechd.DataMode.TEXT)
                say(".\\r\\n.. dots\\r\\n.\\r\\n")
                client.char("x"); client.key("control_kp-enter"); client.sound_icon("bell")
                try: client._conn.send_command("NOTHING")
                except speechd.SSIPCommandError as error: print("error", error.code(), flush=True)
                client.cancel(); client.close()
                """
            // The system's own Python has the system's packages.
            let python = try program("/usr/bin/python3", "-c", script)
            let lines = try await python.output.remainingLines(within: .seconds(60)).map { $0.trimmed }
            let complaints = try await python.error.remainingLines()
            #expect(try await python.exit() == .code(0), "\(complaints)")
            #expect(
                lines == ["begin", "index_marks a", "index_marks b", "index_marks c", "end", "begin", "end", "begin", "end", "error 500"])
            _ = daemon
        }

        @Test func `spd-say reads its input to the end, blank commands among it`() async throws {
            let daemon = try await daemon()
            let pipe = try program("sh", "-c", #"printf '!-!\none\n!-!SET self RATE 10\n!-!\n' | spd-say -e"#)
            #expect(try await pipe.exit(within: .seconds(60)) == .code(0))
            _ = daemon
        }

        @Test func `A speech-dispatcher that runs keeps its socket`() async throws {
            try FileManager.default.createDirectory(atPath: folder.path("speech-dispatcher"), withIntermediateDirectories: true)
            let other = try await SpeechDispatcherServer(.nowhere, socket: socket)
            let daemon = try await daemon()
            #expect(try await Client(daemon.socket).ask("ping").ok == true)
            try await daemon.end()
            let connection = try SSIPConnection(socket)
            #expect(try await connection.ask("HELP").data.contains { $0.contains("execute a sound icon") }, "its own help")
            _ = other
        }

        @Test func `Whatever a client sends, others are served, and each limit holds`() async throws {
            let daemon = try await daemon()
            let good = try await SSIPConnection(socket, as: "good")
            var generator = SeededGenerator(seed: SeededGenerator.seed(for: "SSIP connections"))
            for _ in 0..<20 {
                let bad = try SSIPConnection(socket)
                try bad.send("SPEAK\r\n")
                try bad.send(bytes: Mutations.noise(upTo: 4000, using: &generator))
                bad.close()
            }
            // A line without an end, and a text without one, are limited in size.
            let endless = try SSIPConnection(socket)
            try endless.send(bytes: [UInt8](repeating: 65, count: 1 << 20))
            #expect(try await endless.ask("").code == 520)
            #expect(try await endless.ask("SPEAK").code == 230)
            try endless.send(bytes: [UInt8](repeating: 32, count: 5 << 20))
            #expect(try await endless.ask("\r\n.").code == 420)
            // A client that floods and does not read is disconnected.
            let deaf = try SSIPConnection(socket)
            do {
                for _ in 0..<2000 { try deaf.send(String(repeating: "LIST SYNTHESIS_VOICES\r\n", count: 20)) }
                Issue.record("it was served without end")
            } catch {}
            try await good.await(702, of: good.speak("served"))
            // Of one program as many clients as allowed; then the one that has been idle for longest gives way to the next.
            var clients: [SSIPConnection] = []
            for _ in 0..<130 {
                #expect(try await good.ask("HISTORY GET CLIENT_ID").code == 245)
                let client = try SSIPConnection(socket)
                #expect(try await client.ask("HISTORY GET CLIENT_ID").code == 245)
                clients.append(client)
            }
            #expect(try await clients[0].answer().code == 390)
            // The deaf one may still be leaving.
            try await look(for: "128 clients") { try await good.ask("HISTORY GET CLIENT_LIST").data.count <= 128 }
            for client in clients { client.close() }
            let last = try await good.ask("QUIT")
            #expect(last.code == 231)
            try await good.end()
            _ = daemon
        }
    }
}

extension String {
    fileprivate var trimmed: String { split(separator: " ").joined(separator: " ") }
}
