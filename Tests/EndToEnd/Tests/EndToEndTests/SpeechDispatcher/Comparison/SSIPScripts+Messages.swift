extension SSIPScript {
    /// Sessions about messages: texts, their events, and blocks.
    static let messages = [
        SSIPScript(
            "Texts",
            """
            SPEAK
            one
            .
            await end m1
            speak
            ..
            ..two
            . three
            .
            await end m2
            SPEAK
            four

            five
            six
            .
            await end m3
            SPEAK
            .
            GET RATE
            """),
        SSIPScript(
            "Characters, keys and sounds",
            """
            CHAR a
            CHAR ä
            CHAR space
            KEY a
            KEY shift_a
            KEY control_alt_x
            KEY nonsense
            KEY underscore
            SOUND_ICON nonsense
            """),
        SSIPScript(
            "Settings and voices",
            """
            SET self VOICE_TYPE FEMALE1
            SPEAK
            one
            .
            SET self LANGUAGE de
            SPEAK
            eins
            .
            SET self LANGUAGE xx
            CHAR b
            SET self SYNTHESIS_VOICE Nobody
            CHAR c
            SET self OUTPUT_MODULE nothing
            CHAR d
            SET self SPELLING on
            SPEAK
            ab
            .
            """),
        SSIPScript(
            "Marks",
            """
            SET self SSML_MODE on
            SPEAK
            <speak>one <mark name="a"/>two <mark name="b"/>three<mark name="c"/></speak>
            .
            await end m1
            SPEAK
            <speak>one<mark name="same"/> two <mark name="same"/>three</speak>
            .
            """),
        SSIPScript(
            "Some events",
            """
            SET self NOTIFICATION begin off
            SPEAK
            one
            .
            await end m1
            SET self NOTIFICATION begin on
            SPEAK
            two
            .
            """),
        SSIPScript(
            "Blocks",
            """
            BLOCK END
            BLOCK BEGIN
            BLOCK BEGIN
            SPEAK
            one
            .
            SET self RATE 100
            SET self PITCH 0
            SET self VOLUME 100
            SET self VOICE_TYPE MALE2
            SET self LANGUAGE en
            SET self PUNCTUATION all
            SET self SSML_MODE off
            SET self CAP_LET_RECOGN none
            SET self PAUSE_CONTEXT 0
            SET self NOTIFICATION all on
            SET self SYNTHESIS_VOICE Nobody
            SET self PITCH_RANGE 0
            SET self PRIORITY text
            SET self OUTPUT_MODULE espeak-ng
            SET self CLIENT_NAME a:b:c
            SET self SPELLING off ≠ 207 OK SPELLING SET # allowed like punctuation
            SET all RATE 20 ≠ 332 ERR NOT ALLOWED INSIDE BLOCK # a block is a client's own
            GET RATE
            LIST VOICES
            STOP self
            CANCEL self
            PAUSE self
            RESUME self
            HISTORY GET CLIENT_ID
            HELP
            NONSENSE
            CHAR a
            KEY b
            SOUND_ICON nonsense
            BLOCK END
            BLOCK END
            GET PITCH
            """),
        SSIPScript(
            "A block is one message",
            """
            SET self PRIORITY text
            BLOCK BEGIN
            SPEAK
            one
            .
            SPEAK
            two
            .
            CHAR c
            BLOCK END
            """),
        SSIPScript(
            "An unfinished block",
            """
            BLOCK BEGIN
            SPEAK
            one
            .
            SPEAK
            two
            .
            """),
        SSIPScript(
            "Two clients",
            """
            SPEAK
            one
            .
            2: SPEAK
            2: two
            2: .
            SPEAK
            three
            .
            """),
    ]
}
