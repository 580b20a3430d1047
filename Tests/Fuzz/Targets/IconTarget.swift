import Glibc
import Voice

@testable import SoundIcons

/// Sound files and the indexes of their themes: whatever they contain, a path stays inside its theme, and a sound is no longer than allowed.
enum IconTarget {
    private static let rate = SampleRate(framesPerSecond: 22_050)

    static func read(_ input: [UInt8]) {
        for folder in ThemeIndex(String(decoding: input, as: UTF8.self)).folders {
            check(!folder.hasPrefix("/") && !folder.split(separator: "/").contains(".."), "outside the theme: \(folder)")
        }
        var path = Array("/tmp/fuzz-icon-XXXXXX".utf8CString)
        // SAFETY: system calls on arrays that live for the calls.
        let file = unsafe mkstemp(&path)
        check(file >= 0, "no file in /tmp")
        defer {
            close(file)
            _ = unsafe unlink(path)
        }
        check(unsafe write(file, input, input.count) == input.count, "/tmp is full")
        let name = String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        guard let opened = RegularFile(name, atMost: 1 << 20), let sound = SoundFile(opened, rate: rate) else { return }
        var frames = 0
        while let piece = sound.next() {
            check(!piece.isEmpty && piece.count <= SoundFile.pieceLength, "a piece of \(piece.count)")
            frames += piece.count
        }
        check(frames <= SoundFile.longest * rate.framesPerSecond, "\(frames) frames")
    }
}
