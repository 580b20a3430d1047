/// The description of the method.
enum Method {
    static let text = """
        ## Method

        Each sound server has one null sink, which keeps real time, at 22,050 Hz mono. `parec --latency-msec=5` listens to its monitor. A sample
        is loud above 100 of 32,768. A sample is played when its block arrived at the capture, and as much later as it stands in the
        block; of 12 blocks the earliest counts, so that a late reader does not. So no sample is heard before it was written, and the error of a
        value is the transport to the capture: 0.3 ms, which is not taken off, and more only if all 12 are late. After a stop,
        PulseAudio's monitor also hears up to 5 ms that its sink takes back. Sinks take sound about every 5 ms and requests come at
        any moment, so single values differ by that. Every time is CLOCK_MONOTONIC, from just before the request is written, or
        from just before the process is started. The new sound after stop+speak is found by its likeness (0.85) to the system's own.
        In each round each system says in this order: the char, after seconds of silence; OK, a tenth of a second after the char was stopped;
        the sentence likewise, and so on. So what keeps its device open for a while opens it for the char only.
        Up to 100 values, p99 is the largest of them. The bare loop's buffer is 40 ms, announced has its defaults. All speak with eSpeak NG, voice en-us+michel.
        announced and speech-dispatcher receive the same SSIP from the same client, which awaits the answer to each command; announced also
        receives its own protocol, without replies.
        Wake-ups are voluntary context switches of all threads over 5 s: before the first word, and from 1 s after the last one.
        """
}
