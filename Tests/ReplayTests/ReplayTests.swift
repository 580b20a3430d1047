import AnnounceProtocol
import Testing

@testable import Replay

@Suite struct ReplayTests {
    @Test("Q2: a default cuts a default; its last word would have ended at 3") func defaults() throws {
        try expectTrace(
            """
            {"at":0,"type":"announcement","text":"one two three"}
            {"at":1,"type":"announcement","text":"four","id":"x"}
            """,
            """
            0 started #1 default "one two three"
            1 cut #1 Q2
            1 finished #1 interrupted Q2
            1 started x default "four"
            2 finished x spoken D2
            """, remarks: [])
    }

    @Test("Two clients, each named, speak through one queue") func clients() throws {
        try expectTrace(
            """
            {"at":0.25,"client":"a","type":"announcement","text":"one two","priority":"high"}
            {"at":0.5,"client":"b","type":"hello","name":"Mail"}
            {"at":0.5,"client":"b","type":"announcement","text":"three","priority":"high"}
            """,
            """
            0.25 started #1 high "one two"
            2.25 finished #1 spoken D2
            2.25 started Mail/#3 high "three"
            3.25 finished Mail/#3 spoken D2
            """, remarks: [])
    }

    @Test("Of what comes at one moment, what is cut at once is never heard") func oneMoment() throws {
        try expectTrace(
            """
            {"at":0,"type":"announcement","text":"one"}
            {"at":0,"type":"announcement","text":"two","priority":"high"}
            {"at":1,"type":"announcement","text":"three"}
            """,
            """
            0 cut #1 default "one" Q1
            0 finished #1 interrupted Q1
            0 started #2 high "two"
            1 finished #2 spoken D2
            1 started #3 default "three"
            2 finished #3 spoken D2
            """, remarks: [])
    }

    @Test("O5: a paused utterance continues at its word") func pause() throws {
        try expectTrace(
            """
            {"at":0,"type":"announcement","text":"one two three"}
            {"at":1.5,"type":"pause"}
            {"at":5,"type":"resume"}
            """,
            """
            0 started #1 default "one two three"
            7 finished #1 spoken D2
            """, remarks: [])
    }

    @Test("D1: what a pause holds back for ever ends with the replay") func endlessPause() throws {
        try expectTrace(
            """
            {"at":0,"type":"announcement","text":"one two three"}
            {"at":1.5,"type":"pause"}
            {"at":2,"type":"announcement","text":"four"}
            """,
            """
            0 started #1 default "one two three"
            2 finished #1 shutdown D3
            2 finished #3 default "four" shutdown D3
            """, remarks: [])
    }

    @Test("Q12: a client that goes") func disconnect() throws {
        try expectTrace(
            """
            {"at":0,"type":"hello","onDisconnect":"cancel"}
            {"at":0,"type":"announcement","text":"one two three"}
            {"at":0,"type":"announcement","text":"four","priority":"low"}
            {"at":1,"type":"disconnect"}
            {"at":2,"type":"disconnect"}
            {"at":2,"type":"announcement","text":"five"}
            """,
            """
            0 started #2 default "one two three"
            1 finished #3 low "four" disconnected Q12
            2 cut #2 Q2
            2 finished #2 interrupted Q2
            2 started #4 default "five"
            3 finished #4 spoken D2
            """, remarks: ["events.jsonl:5: client: \"a\" is not connected"])
    }

    @Test("T8: what makes no sound ends at once") func unspeakable() throws {
        try expectTrace(
            """
            {"at":0,"type":"announcement","text":" "}
            {"at":1,"type":"announcement","text":"\u{200b}"}
            {"at":2,"type":"announcement","text":"-"}
            """,
            """
            0 finished #1 default " " unspeakable T8
            1 finished #2 default "\u{200b}" unspeakable T8
            2 started #3 default "-"
            3 finished #3 spoken D2
            """, remarks: [])
        // The voice agrees: it has a name for a heart and for a box, but none for these.
        try expectTrace(
            """
            {"at":0,"type":"announcement","text":"❤️"}
            {"at":2,"type":"announcement","text":"☐"}
            {"at":4,"type":"announcement","text":"※"}
            {"at":5,"type":"announcement","text":"\u{1FAE0}"}
            """,
            """
            0 started #1 default "❤️"
            1 finished #1 spoken D2
            2 started #2 default "empty box"
            4 finished #2 spoken D2
            4 finished #3 default "※" unspeakable T8
            5 finished #4 default "\u{1FAE0}" unspeakable T8
            """, remarks: [])
    }

    @Test("A word is what stands between white space and is spoken; a pause and an earcon take their own time") func lengths() throws {
        try expectTrace(
            """
            {"at":0,"type":"announcement","text":"one - 2 — 3 % and…"}
            {"at":10,"type":"announcement","text":"ab c","spell":true}
            {"at":20,"type":"announcement","runs":[{"text":"<speak>one <break time='0.5s'/> two</speak>","ssml":true}]}
            {"at":30,"type":"screenChanged","title":"Home"}
            """,
            """
            0 started #1 default "one - 2 — 3 % and…"
            5 finished #1 spoken D2
            10 started #2 default "ab c"
            14 finished #2 spoken D2
            20 started #3 default "one two"
            22.5 finished #3 spoken D2
            30 focus #4 N6
            30 started #4 screen "Home."
            30 earcon #4 screenChanged N1
            31.12 finished #4 spoken D2
            """, remarks: [])
    }

    @Test("A voice or a language is not waited for") func voices() throws {
        try expectTrace(
            """
            {"at":0,"type":"hello","language":"de"}
            {"at":0,"type":"announcement","text":"eins","voice":"nobody"}
            """,
            """
            0 started #2 default "eins"
            1 finished #2 spoken D2
            """, remarks: [])
    }

    @Test("Oddities of the events are reported with their lines") func remarks() throws {
        try expectTrace(
            """
            {"at":0,"type":"ping","txet":"a"}

            {"at":1,"type":"cancel","target":"x"}
            """, "",
            remarks: [
                "events.jsonl:1: txet: unknown in ping; ignored",
                "events.jsonl:3: target: no announcement with the id \"x\" waits or is spoken",
            ])
    }
    @Test("U4, M1, M5: a stopwatch and a recorder") func elements() throws {
        try expectTrace(
            """
            {"at":0,"type":"elementFocused","element":{"id":"t","label":"Elapsed","value":"1:02:55","traits":["updatesFrequently"]}}
            {"at":1,"type":"elementUpdated","element":"t","value":"1:02:56"}
            {"at":2,"type":"elementUpdated","element":"t","value":"1:02:57"}
            {"at":3,"type":"elementUpdated","element":"t","value":"1:02:58"}
            {"at":20,"type":"elementFocused","element":{"id":"r","label":"Record","traits":["button","startsMediaSession"]}}
            {"at":21,"type":"elementActivated","element":"r"}
            {"at":22,"type":"announcement","text":"four","priority":"low"}
            {"at":23,"type":"elementUpdated","element":"zz","value":"1:02:58"}
            """,
            """
              0    focus         #1  element=t N6
              0    started       #1  userFocus "Elapsed, one hour, two minutes, and fifty five seconds."
              9    finished      #1  spoken D2
              9    started       #6  refresh "one hour, two minutes, and fifty eight seconds."
             17    finished      #6  spoken D2
             20    focus         #8  element=r N6
             20    started       #8  userFocus "Record. Button."
             21    cut           #8  M1
             21    finished      #8  mediaSession M1
             21    mediaSession  #10 element=r session-1 play began lease=5 M1
             22    held          #11 low "four" M3
             26    mediaSession  session-1 element=r session-1 play ended lease M4
             26.3  started       #11 low "four"
             27.3  finished      #11 spoken D2
            """, remarks: [#"events.jsonl:8: element: no element with the id "zz" is on the screen"#])
    }

    @Test("Q12: utterances of a client that has gone still appear under its name") func names() throws {
        try expectTrace(
            """
            {"at":0,"client":"b","type":"hello","name":"Mail"}
            {"at":0,"client":"b","type":"announcement","text":"one two"}
            {"at":0,"client":"b","type":"announcement","text":"three","priority":"low"}
            {"at":0,"client":"b","type":"mediaSession","op":"begin","mode":"play","session":"s"}
            {"at":0,"client":"b","type":"disconnect"}
            """,
            """
            0    cut           Mail/#2 default "one two" M1
            0    finished      Mail/#2 mediaSession M1
            0    held          Mail/#3 low "three" M1
            0    mediaSession  Mail/#4 s play began lease=30 M2
            0    mediaSession  Mail/s  s play ended disconnect M4
            0.3  started       Mail/#3 low "three"
            1.3  finished      Mail/#3 spoken D2
            """)
    }

    @Test("The JSON of a trace is that of `announced replay`") func json() throws {
        let table = try ReplayTable(#"{"at":0.25,"type":"announcement","text":"one","id":"x"}"#)
        #expect(
            table.json == [
                #"{"at":0.25,"class":"default","client":"a","event":"started","id":"x","text":"one"}"#,
                #"{"at":1.25,"class":"default","client":"a","event":"finished","id":"x","reason":"spoken","rule":"D2","successful":true,"text":"one"}"#,
            ])
    }
}
