extension SSIPScript {
    /// Sessions about silence. A pause during speech is not compared: speech-dispatcher pauses between sentences or, if there is no further one or
    /// its module is ahead, never, and then speaks nothing more.
    static let silence =
        [
            SSIPScript(
                "Silence without speech",
                """
                STOP self
                STOP all
                STOP $1
                stop SELF
                CANCEL self
                CANCEL all
                CANCEL $1
                PAUSE self
                RESUME self
                PAUSE all
                RESUME all
                PAUSE $1
                RESUME $1
                RESUME self
                RESUME all
                """)
        ]
        + ["self", "all", "$1"].map { target in
            SSIPScript(
                "STOP \(target)",
                """
                SPEAK
                \(long)
                .
                SPEAK
                india
                .
                await begin m1
                STOP \(target)
                during m1
                """)
        }
        + ["self", "all", "$1"].map { target in
            SSIPScript(
                "CANCEL \(target)", events: .outcomes,
                """
                SPEAK
                \(long)
                .
                SPEAK
                india
                .
                await begin m1
                CANCEL \(target)
                during m1
                """)
        } + [
            SSIPScript(
                "A client stops another",
                """
                SPEAK
                \(long)
                .
                await begin m1
                2: STOP self
                2: CANCEL self
                2: STOP $1
                during m1
                """),
            SSIPScript(
                "A client cancels all",
                events: .outcomes,
                """
                SPEAK
                \(long)
                .
                2: SPEAK
                2: india
                2: .
                await begin m1
                2: CANCEL all
                during m1
                """),
            SSIPScript(
                "Paused before it speaks",
                """
                PAUSE self
                SPEAK
                one
                .
                2: SPEAK
                2: two
                2: .
                2: await end m2
                RESUME self
                """),
        ]

    private static let long = "alpha bravo charlie delta echo foxtrot golf hotel"
}
