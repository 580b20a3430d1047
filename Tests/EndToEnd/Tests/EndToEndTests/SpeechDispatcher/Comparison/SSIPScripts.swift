extension SSIPScript {
    /// Sessions about replies: parameters, lists, mistakes.
    static let replies = [
        SSIPScript(
            "Help",
            """
            HELP
            help
            HELP me
            """),
        SSIPScript(
            "Clients' names",
            #"""
            SET self CLIENT_NAME joe:app:main
            set self client_name joe:app:main
            SET self CLIENT_NAME "joe:app:main"
            SET self CLIENT_NAME joe:app
            SET self CLIENT_NAME joe
            SET self CLIENT_NAME :::
            SET self CLIENT_NAME a:b:c:d
            SET all CLIENT_NAME joe:app:main
            SET $1 CLIENT_NAME joe:app:main
            SET self CLIENT_NAME
            """#),
        SSIPScript(
            "Numbers and their limits",
            """
            SET self RATE 100
            SET self RATE -100
            SET self RATE +5
            SET self RATE 101
            SET self RATE -101
            SET self RATE 99999999999
            SET self RATE 50.5
            SET self RATE fast
            SET self RATE 0x10
            SET self PITCH 100
            SET self PITCH 101
            SET self PITCH -101
            SET self PITCH low
            SET self PITCH_RANGE -100
            SET self PITCH_RANGE 101
            SET self PITCH_RANGE -101
            SET self VOLUME -100
            SET self VOLUME 101 ≠ 413 ERR VOLUME TOO HIGH # speech-dispatcher's text says PITCH
            SET self VOLUME -101 ≠ 414 ERR VOLUME TOO LOW # speech-dispatcher's text says PITCH
            SET self PAUSE_CONTEXT 3
            SET self PAUSE_CONTEXT some
            SET self PAUSE_CONTEXT -1 ≠ 514 ERR PARAMETER INVALID # a negative number of sentences means nothing
            SET self RATE
            set SELF rate 5
            """),
        SSIPScript(
            "Other clients",
            """
            2: SET $1 RATE 40
            GET RATE
            SET all RATE 20
            2: GET RATE
            SET $1 PITCH 5
            SET all VOLUME 50
            SET all PUNCTUATION some
            SET all SPELLING off
            SET all CAP_LET_RECOGN none
            SET all LANGUAGE en
            SET all VOICE_TYPE MALE2
            SET all SYNTHESIS_VOICE Nobody
            SET all OUTPUT_MODULE espeak-ng
            SET all PAUSE_CONTEXT 0
            SET all PRIORITY text
            SET $1 PRIORITY text
            SET all NOTIFICATION all on
            SET $1 NOTIFICATION all on
            2: SET $1 SSML_MODE on ≠ 514 ERR PARAMETER INVALID # no one else knows whether a client's texts are markup
            SET all SSML_MODE on ≠ 514 ERR PARAMETER INVALID # the same
            SET 4711 RATE 5 ≠ 402 ERR NO SUCH CLIENT # the manual's reply; speech-dispatcher has one for each parameter
            SET 4711 VOLUME 5 ≠ 402 ERR NO SUCH CLIENT # the same
            SET -1 RATE 5 ≠ 514 ERR PARAMETER INVALID # not a client's number
            SET other RATE 5
            """),
        SSIPScript(
            "Words",
            """
            SET self PUNCTUATION none
            SET self PUNCTUATION some
            SET self PUNCTUATION most
            SET self PUNCTUATION ALL
            SET self PUNCTUATION few
            SET self CAP_LET_RECOGN none
            SET self CAP_LET_RECOGN spell
            SET self CAP_LET_RECOGN Icon
            SET self CAP_LET_RECOGN on
            SET self SPELLING on
            SET self SPELLING OFF
            SET self SPELLING maybe
            SET self SSML_MODE on
            SET self SSML_MODE OFF
            SET self SSML_MODE yes
            SET self PRIORITY important
            SET self PRIORITY message
            SET self PRIORITY text
            SET self PRIORITY notification
            SET self PRIORITY PROGRESS
            SET self PRIORITY urgent
            SET self VOICE_TYPE MALE1
            SET self VOICE_TYPE male2
            SET self VOICE_TYPE CHILD_FEMALE
            SET self VOICE_TYPE ROBOT
            SET self VOICE MALE1 ≠ 209 OK VOICE SET # the command's name in the manual of older versions
            SET self LANGUAGE de
            SET self LANGUAGE en-US
            SET self LANGUAGE xx
            SET self LANGUAGE C
            SET self SYNTHESIS_VOICE English (America)
            SET self SYNTHESIS_VOICE Nobody
            SET self OUTPUT_MODULE espeak-ng
            SET self OUTPUT_MODULE nothing
            """),
        SSIPScript(
            "Notifications",
            """
            SET self NOTIFICATION all off
            SET self NOTIFICATION ALL OFF
            SET self NOTIFICATION begin on
            SET self NOTIFICATION BEGIN off
            SET self NOTIFICATION end on
            SET self NOTIFICATION cancel on
            SET self NOTIFICATION pause on
            SET self NOTIFICATION resume on
            SET self NOTIFICATION index_marks on
            SET self NOTIFICATION INDEX_MARKS off
            SET self NOTIFICATION marks on
            SET self NOTIFICATION
            SET self NOTIFICATION begin maybe ≠ 513 ERR PARAMETER NOT ON OR OFF # the reply that all other switches have
            SET self NOTIFICATION begin
            """),
        SSIPScript(
            "Values",
            """
            GET RATE
            GET PITCH
            GET VOLUME
            GET LANGUAGE
            GET VOICE_TYPE
            GET PUNCTUATION
            GET OUTPUT_MODULE
            GET PITCH_RANGE ≠ 251 0 OK GET RETURNED # what is set can be asked for
            SET self RATE 30
            get rate
            SET self PITCH -7
            GET PITCH
            SET self VOLUME 20
            GET VOLUME
            SET self LANGUAGE de
            GET LANGUAGE
            SET self VOICE_TYPE female2
            GET VOICE_TYPE
            SET self PUNCTUATION most
            GET PUNCTUATION
            GET SPELLING
            GET CAP_LET_RECOGN
            GET SSML_MODE
            GET PRIORITY
            GET PAUSE_CONTEXT
            GET SYNTHESIS_VOICE
            GET CLIENT_NAME
            GET NOTIFICATION
            GET
            """),
        SSIPScript(
            "Lists",
            """
            LIST VOICES
            list voices
            LIST OUTPUT_MODULES
            LIST SYNTHESIS_VOICES
            LIST SYNTHESIS_VOICES xx ~ 249 OK VOICE LIST SENT # speech-dispatcher 0.11.4 lists all voices, whatever the language
            LIST
            LIST NONSENSE
            """),
        SSIPScript(
            "History",
            """
            HISTORY GET CLIENT_ID
            history get client_id
            HISTORY GET LAST
            SPEAK
            one
            .
            await end m1
            HISTORY GET LAST ≠ 242 m1 OK LAST MSG SAID # speech-dispatcher keeps no history, so it never has a last message
            HISTORY GET MESSAGE 1
            HISTORY GET CLIENT_MESSAGES self 0 10
            HISTORY SORT ASC TIME
            HISTORY
            HISTORY GET
            HISTORY NONSENSE
            HISTORY CURSOR GET ≠ 380 ERR NOT YET IMPLEMENTED # a cursor in speech-dispatcher's empty history
            HISTORY CURSOR SET self FIRST ≠ 380 ERR NOT YET IMPLEMENTED # the same
            HISTORY CURSOR FORWARD ≠ 380 ERR NOT YET IMPLEMENTED # the same
            HISTORY CURSOR BACKWARD ≠ 380 ERR NOT YET IMPLEMENTED # the same
            HISTORY SAY 1 ≠ 380 ERR NOT YET IMPLEMENTED # the same
            HISTORY SET SHORT_MESSAGE_LENGTH 10 ≠ 380 ERR NOT YET IMPLEMENTED # in the manual, and not known to speech-dispatcher
            HISTORY SEARCH ALL "x" ≠ 380 ERR NOT YET IMPLEMENTED # the same
            SET self HISTORY on ≠ 380 ERR NOT YET IMPLEMENTED # the same
            """),
        SSIPScript(
            "Mistakes",
            """
            SET
            SET self
            SET self RATE
            SET self NONSENSE
            SET self NONSENSE 5
            SET nobody RATE 5
            SET self DEBUG on
            SET all DEBUG on
            SET all DEBUG maybe
            BLOCK
            BLOCK NONSENSE
            CHAR
            KEY
            SOUND_ICON
            STOP
            STOP me
            CANCEL
            CANCEL me
            PAUSE
            PAUSE me
            RESUME
            RESUME me
            STOP 4711
            CANCEL 4711
            PAUSE 4711
            RESUME 4711
            NONSENSE
            SPEAKING
            SPEAK now
            .
            """),
        SSIPScript(
            "Not UTF-8",
            #"""
            CHAR \xFF
            SOUND_ICON \xC3
            SPEAK
            bad \xFF text
            .
            SET self CLIENT_NAME \xFF:b:c ≠ 501 ERR INVALID ENCODING # names are shown to people
            NONSENSE\xFF ≠ 501 ERR INVALID ENCODING # the same reply for all lines
            GET RATE
            """#),
        SSIPScript(
            "Long lines",
            """
            SET self CLIENT_NAME \(String(repeating: "a", count: 5000)):b:c ≠ 520 ERR COMMAND TOO LONG # speech-dispatcher has no limit
            \(String(repeating: "a", count: 10_000)) ≠ 520 ERR COMMAND TOO LONG # the same
            GET RATE
            """),
        SSIPScript(
            "Goodbye",
            """
            QUIT
            await closed
            2: quit
            2: await closed
            3: BLOCK BEGIN
            3: QUIT
            3: await closed
            """),
    ]
}
