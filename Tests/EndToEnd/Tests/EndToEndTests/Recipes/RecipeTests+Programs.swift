import FoundationEssentials
import TestSupport
import Testing

extension EndToEnd.RecipeTests {
    @Test func `Each command that took long`() async throws {
        let terminal = try Terminal(echo: false)
        try folder.write(recipe("Each command that took long") + "PS1='ready> '\n", to: "bashrc")
        let start = SuspendingClock.now
        let shell = try run("exec bash --rcfile bashrc -i", in: terminal)
        try await terminal.show("ready> ")
        // A short command is not told.
        try terminal.type("true\n")
        try await terminal.show("ready> ")
        // The shell's own clock, set on, stands for the time that a command takes.
        try terminal.type("((SECONDS += 30)); false\n")
        let finished = try await watcher.message(within: .seconds(60)) { $0.event == "finished" }
        #expect(finished.text == "((SECONDS += 30)); false, failed, exit 1" && finished.reason == "spoken")
        try terminal.type("((SECONDS += 30)); sleep 0\n")
        try await expectHeard("((SECONDS += 30)); sleep 0, done", since: start)
        try terminal.type("exit\n")
        #expect(try await shell.exit() == .code(0))
    }

    @Test func `Markdown, heard`() async throws {
        try folder.write("# Shopping\n\n- two litres of [milk](https://example.org)\n\nTake a bag. It rains.\n", to: "notes.md")
        let start = SuspendingClock.now
        let reading = try run(recipe("Markdown, heard"))
        try await expectHeard("Shopping.", "two litres of milk.", "Take a bag.", "It rains.", since: start)
        #expect(try await reading.exit() == .code(0))
    }

    @Test func `A form, as an app describes it`() async throws {
        let start = SuspendingClock.now
        let form = try run(recipe("A form, as an app describes it"))
        try await expectHeard(
            "Status.", "Mail. Text field. Required.", "Press Enter to edit.", "Invalid entry, needs an at sign.", "Offline.", since: start)
        #expect(try await form.exit() == .code(0))
    }

    @Test(.enabled(if: has("tmux"), "tmux is not installed"))
    func `A bell in tmux`() async throws {
        try folder.write(recipe("A bell in tmux"), to: ".tmux.conf")
        let start = SuspendingClock.now
        let bell = try run(
            #"tmux -S tmux -f .tmux.conf new-session -d -n 'it'"'"'s $(touch made)' "printf '\a'; exec cat""#)
        #expect(try await bell.exit() == .code(0))
        try await expectHeard("Bell in it's $(touch made)", since: start)
        #expect(!FileManager.default.fileExists(atPath: folder.path("made")))
        #expect(try await run("tmux -S tmux kill-server").exit() == .code(0))
    }

    @Test(.enabled(if: has("emacs"), "Emacs is not installed"))
    func Emacs() async throws {
        try folder.write(recipe("Emacs"), to: "init.el")
        try folder.write("one\ntwo\nthree\n", to: "text")
        let key = "(call-interactively (key-binding (kbd \"C-c s\")))"
        for (code, text) in [
            ("(goto-line 2) \(key)", "two"),
            ("(transient-mark-mode) (set-mark 5) (goto-char 14) \(key)", "two\nthree"),
            (
                "(compile \"false\") (while compilation-in-progress (accept-process-output nil 1))",
                "Compilation exited abnormally with code 1"
            ),
        ] {
            let start = SuspendingClock.now
            let emacs = try run("emacs -Q --batch -l init.el text --eval '(progn \(code))' 2>emacs.log")
            try await expectHeard(text, since: start)
            #expect(try await emacs.exit() == .code(0))
        }
    }

    @Test(.enabled(if: has("vim"), "Vim is not installed"))
    func Vim() async throws {
        try folder.write(recipe("Vim"), to: "vimrc")
        try folder.write("one\ntwo\nthree\n", to: "text")
        for (command, text) in [("2Announce", "two"), ("2,3Announce", "two\nthree")] {
            let start = SuspendingClock.now
            let vim = try run("vim -Nu vimrc -es -c '\(command)' -c 'qa!' text")
            try await expectHeard(text, since: start)
            #expect(try await vim.exit() == .code(0))
        }
    }

    @Test(.enabled(if: has("less"), "less is not installed"))
    func `A page in less`() async throws {
        try folder.write(recipe("A page in less"), to: ".lesskey")
        try folder.write("one\ntwo\nthree\nfour\n", to: "text")
        for (keys, texts) in [("\u{1B}s", ["one\ntwo"]), ("|$announce pipe\n", ["one", "two", "three", "four"])] {
            let terminal = try Terminal(rows: 3)
            let start = SuspendingClock.now
            let less = try run("exec less text", in: terminal)
            try await terminal.show("two")
            try terminal.type(keys)
            for text in texts { try await expectHeard(text, since: start) }
            try await terminal.show("press RETURN")
            try terminal.type("\nq")
            #expect(try await less.exit() == .code(0))
        }
    }

    @Test(.enabled(if: has("curl", "git"), "curl or git is not installed"))
    func `A pipeline on GitHub`() async throws {
        try folder.write(
            """
            import http.server, json
            lint = {"name": "Lint", "status": "completed", "conclusion": "success"}
            tests = {"name": "Tests", "status": "in_progress", "conclusion": None}
            answers = [[], [lint, tests], [lint, tests | {"status": "completed", "conclusion": "failure"}]]
            class Forge(http.server.BaseHTTPRequestHandler):
                def do_GET(self):
                    print(self.path, flush=True)
                    body = json.dumps({"workflow_runs": answers.pop(0)}).encode()
                    self.send_response(200)
                    self.send_header("Content-Length", str(len(body)))
                    self.end_headers()
                    self.wfile.write(body)
                def log_message(self, *_): pass
            server = http.server.HTTPServer(("127.0.0.1", 0), Forge)
            print(server.server_port, flush=True)
            server.serve_forever()
            """, to: "forge.py")
        let forge = try run("exec python3 forge.py")
        let port = try #require(await forge.output.nextLine(within: .seconds(60)))
        let script = try recipe("A pipeline on GitHub")
        #expect(script.contains("https://api.github.com/") && script.contains("sleep 60"))
        let setting = """
            repository=acme/app
            git init --quiet . && git -c user.name=a -c user.email=a@example.org commit --quiet --allow-empty --message=a
            git rev-parse HEAD

            """
        let start = SuspendingClock.now
        let waiting = try run(
            script.replacing("https://api.github.com", with: "http://127.0.0.1:\(port)").replacing("sleep 60", with: "sleep 0"),
            setting: setting)
        let commit = try #require(await waiting.output.nextLine(within: .seconds(60)))
        try await expectHeard("Lint: success, Tests: failure", since: start)
        #expect(try await waiting.exit() == .code(0))
        for _ in 0..<3 {
            #expect(try await forge.output.nextLine() == "/repos/acme/app/actions/runs?head_sha=\(commit)")
        }
    }
}
