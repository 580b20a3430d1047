/// Plays installed sounds by the names that programs use for them.
package protocol SoundIconPlayer: AnyObject {
    /// Passes the sound with that name to `sink`, piece by piece while it is read, until its end or until the sink asks to stop.
    /// - Parameter volume: 0 to 100; default 100.
    /// - Returns: whether there is such a sound.
    func play(_ name: String, volume: Int?, rate: SampleRate, into sink: any SampleSink) -> Bool
}
