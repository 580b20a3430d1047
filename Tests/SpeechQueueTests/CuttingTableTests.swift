import Messages
import SpeechQueue
import Testing

/// The table of docs/RULES.md §2, whole.
@Suite struct CuttingTableTests {
    /// Which class cuts which: a row for each new class, a column for each class being spoken, in the table's order.
    /// U user, H high, F userFocus, D default, S screen, A appFocus, L low, P update, R refresh, Y summary, E echo, I hint.
    static let table: [(UtteranceClass, String)] = [
        //             UHFDSALPRYEI
        (.user, "xxxxxxxxxxxx"),
        (.high, "  xxxxxxxxxx"),
        (.userFocus, "  xxxxxxxxxx"),
        (.default, "  xxxxxxxxxx"),
        (.screen, "  xxxxxxxxxx"),
        (.appFocus, "  x  x xxxxx"),
        (.low, "            "),
        (.update, "           x"),
        (.refresh, "            "),
        (.summary, "            "),
        (.echo, "  xxxxxxxxxx"),
        (.hint, "            "),
    ]

    @Test("§2: every class cuts exactly those the table says (Q1, Q2, Q3, Q7, Q8)", arguments: table)
    func cuts(row: (coming: UtteranceClass, marks: String)) {
        for (speaking, mark) in zip(UtteranceClass.allCases, row.marks) {
            #expect(row.coming.cuts(speaking) == (mark == "x"), "\(row.coming) cuts \(speaking)")

            var run = QueueRun()
            run.post("first", speaking)
            run.start()
            run.now = run.now + 2
            run.post("second", row.coming, client: 2)
            let isCut = mark == "x"
            if isCut {
                #expect(run.speaking?.name == "second", "\(row.coming) speaks at once while \(speaking) speaks")
                if speaking == .low {
                    #expect(run.kept == ["first"] && run.reason("first") == nil, "a low is kept (Q6)")
                } else {
                    #expect(run.reason("first") == .interrupted, "\(speaking) is lost when \(row.coming) cuts it")
                }
            } else {
                #expect(run.speaking?.name == "first", "\(row.coming) does not cut \(speaking)")
                let isDropped = row.coming.isOnlyWhenIdle
                #expect(run.reason("second") == (isDropped ? .superseded : nil))
                run.finish()
                #expect(run.speaking?.name == (isDropped ? nil : "second"))
            }
        }
    }

    @Test("§2: what waits is spoken in the table's order, whoever came first")
    func order() {
        let waiting: [UtteranceClass] = [.echo, .summary, .update, .low, .screen, .default, .userFocus, .high]
        var run = QueueRun()
        run.post("now", .user)
        for kind in waiting { run.post(kind.name, kind, client: UInt64(kind.rawValue + 2)) }
        run.finishAll()
        #expect(run.spoken == ["now", "high", "userFocus", "default", "screen", "low", "update", "summary", "echo"])
    }

    @Test("§3: announcement rows", arguments: [UtteranceClass.high, .default, .low])
    func announcementRows(_ coming: UtteranceClass) {
        // idle, focus, low, default, high: S speak now, X cut, Q wait.
        let rows: [UtteranceClass: [String]] = [
            .high: ["S", "X", "X", "X", "Q"], .default: ["S", "X", "X", "X", "Q"], .low: ["S", "Q", "Q", "Q", "Q"],
        ]
        let focus: [UtteranceClass] = [.userFocus, .appFocus, .update, .refresh, .summary, .echo, .hint]
        let columns: [[UtteranceClass?]] = [[nil], focus, [.low], [.default], [.high]]
        for (column, expected) in zip(columns, rows[coming] ?? []) {
            for speaking in column {
                var run = QueueRun()
                if let speaking {
                    run.post("first", speaking)
                    run.start()
                    run.now = run.now + 1
                }
                run.post("second", coming, client: 2)
                #expect((run.speaking?.name == "second") == (expected != "Q"), "\(coming) while \(String(describing: speaking)) speaks")
                #expect(run.kept == (expected == "X" && speaking == .low ? ["first"] : []))
            }
        }
    }
}
