import Glibc
import Messages
import VoiceProtocol

// Earcons are generated here, so no file can be missing. They are sines with a weak octave, faded in and out, about as loud as speech
// (whose loud parts have 5,000 to 6,000 RMS, measured).

extension Earcon {
    /// One tone of an earcon. Times in seconds, frequencies in hertz.
    fileprivate struct Tone {
        var start: Double
        var length: Double
        var frequency: Double
        /// The length of the fade-in. The last third of the tone fades out; throughout, the level decays by a factor of e every 1 / `decay`
        /// seconds.
        var attack: Double
        var decay: Double
        var peak: Double
    }

    private var tones: [Tone] {
        switch self {
        case .screenChanged:  // a rising fourth, D5 to G5
            [
                Tone(start: 0, length: 0.055, frequency: 587.33, attack: 0.004, decay: 18, peak: 8500),
                Tone(start: 0.055, length: 0.060, frequency: 783.99, attack: 0.004, decay: 18, peak: 8500),
            ]
        case .secureKey:
            [Tone(start: 0, length: 0.018, frequency: 1100, attack: 0.002, decay: 120, peak: 5000)]
        case .speech:
            [Tone(start: 0, length: 0.050, frequency: 1318.51, attack: 0.003, decay: 30, peak: 7500)]
        case .pageBorder:
            [Tone(start: 0, length: 0.085, frequency: 160, attack: 0.006, decay: 26, peak: 13_000)]
        }
    }

    /// Returns the sound, up to 120 ms long.
    /// - Parameter volume: 0 to 100; default 100.
    func samples(rate: SampleRate, volume: Int?) -> [Int16] {
        let frames = Double(rate.framesPerSecond)
        let loudness = Double(min(max(volume ?? 100, 0), 100)) / 100
        let end = tones.map { $0.start + $0.length }.max() ?? 0
        var sum = [Double](repeating: 0, count: Int(end * frames))
        for tone in tones {
            let first = Int(tone.start * frames)
            for index in first..<min(Int((tone.start + tone.length) * frames), sum.count) {
                let time = Double(index - first) / frames
                let phase = 2 * Double.pi * tone.frequency * time
                sum[index] += tone.envelope(at: time) * (sin(phase) + 0.2 * sin(2 * phase)) / 1.2
            }
        }
        return sum.map { Int16(clamping: Int(($0 * loudness).rounded())) }
    }
}

extension Earcon.Tone {
    /// Returns the amplitude limit at `time`: zero at both ends, and smooth in between.
    fileprivate func envelope(at time: Double) -> Double {
        func rise(_ share: Double) -> Double { share >= 1 ? 1 : (1 - cos(Double.pi * max(0, share))) / 2 }
        let release = length / 3
        return peak * exp(-decay * time) * rise(time / attack) * rise((length - time) / release)
    }
}
