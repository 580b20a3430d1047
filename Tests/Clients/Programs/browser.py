"""Serves a page that runs each line of standard input as JavaScript, and prints what that reports, line by line. The first line is its address."""
import http.server
import sys

PAGE = b"""<!DOCTYPE html><meta charset="utf-8"><title>Speech</title><script>
let reports = Promise.resolve()
// One request at a time keeps the order.
function report(text) { reports = reports.then(() => fetch("/", {method: "POST", body: text})) }
function say(text, voice) {
    const utterance = new SpeechSynthesisUtterance(text)
    // Chromium appends the name of the output module.
    utterance.voice = speechSynthesis.getVoices().find(each => [voice, voice + " espeak-ng"].includes(each.name)) ?? null
    for (const type of ["start", "boundary", "pause", "resume", "end", "error"])
        utterance.addEventListener(type, event => report([type, event.error ?? event.charIndex].join(" ")))
    speechSynthesis.speak(utterance)
}
function reportVoices() {
    const voices = speechSynthesis.getVoices()
    // They come later.
    if (!voices.length) speechSynthesis.onvoiceschanged = reportVoices
    else {
        speechSynthesis.onvoiceschanged = null
        report([...new Set(voices.map(voice => voice.lang))].join(" "))
    }
}
async function run() {
    while (true) eval(await (await fetch("/next")).text())
}
run()
</script>"""


class Handler(http.server.BaseHTTPRequestHandler):
    def answer(self, body=b"", kind="text/plain"):
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        if self.path == "/next":
            self.answer(sys.stdin.readline().encode())
        else:
            self.answer(PAGE, "text/html")

    def do_POST(self):
        print(self.rfile.read(int(self.headers["Content-Length"])).decode(), flush=True)
        self.answer()

    def log_message(self, *arguments):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(f"http://127.0.0.1:{server.server_port}/", flush=True)
server.serve_forever()
