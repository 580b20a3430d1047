extension ProcessFigures {
    /// Returns the table of everything other than latencies.
    func report(starts: Starts, throughput: Throughput, commands: Commands) -> String {
        let systems = ["announced", "speech-dispatcher"]
        func row(_ title: String, _ value: (String) -> String) -> [String] { [title] + systems.map(value) }
        func figures(_ system: String, _ server: ServerKind) -> Figures? {
            all.first { $0.server == server && $0.system.hasPrefix(system) }
        }
        func change(_ before: Double?, _ after: Double?) -> String { "\((before ?? .nan).oneDigit) → \((after ?? .nan).oneDigit)" }

        var rows = [["", "announced", "speech-dispatcher"]]
        rows.append(row("ready after exec, ms") { Summary(starts.values[$0]?.startup ?? []).text })
        rows.append(row("PSS of its processes after it spoke, MB") { Summary(starts.values[$0]?.memory ?? []).median.oneDigit })
        for server in ServerKind.allCases where all.contains(where: { $0.server == server }) {
            rows.append(
                row("\(server.name): its own wake-ups/s, before it spoke → after") {
                    change(figures($0, server)?.idleBefore, figures($0, server)?.idleAfter)
                })
            rows.append(
                row("\(server.name): the sound server's wake-ups/s") {
                    change(figures($0, server)?.serverBefore, figures($0, server)?.serverAfter)
                })
        }
        rows.append(["announcements/s, priority low", "\(Int(Summary(throughput.low).median))", "–"])
        rows.append(["announcements/s, default", "\(Int(Summary(throughput.standard).median))", "–"])
        rows.append(["announce TEXT, spd-say TEXT: exec to end, ms", Summary(commands.announce).text, Summary(commands.spdSay).text])
        rows.append(["announce pipe --latest, lines/s", "\(Int(Summary(commands.pipe).median))", "–"])
        return "## Processes\n\n" + table(rows)
    }
}
