import Glibc

/// A folder of installed sounds, as XDG_DATA_HOME names it, and what is written into it.
package struct IconFolder {
    package let folder: TemporaryFolder

    package init() throws { folder = try TemporaryFolder() }

    /// The environment of programs that find these sounds and no others.
    package var environment: [String: String] { ["XDG_DATA_HOME": folder.path, "XDG_DATA_DIRS": "/nonexistent"] }

    /// Writes a file, and the folders that it is in.
    @discardableResult
    package func write(_ bytes: [UInt8], to name: String) throws -> String {
        var path = ""
        for part in name.split(separator: "/").dropLast() {
            path += (path.isEmpty ? "" : "/") + part
            // SAFETY: a system call on a string.
            _ = unsafe mkdir(folder.path(path), 0o700)
        }
        return try folder.write(bytes, to: name)
    }

    package func write(_ text: String, to name: String) throws { try write(Array(text.utf8), to: name) }

    /// Writes the index of a theme whose sounds are in the folder `stereo`.
    package func theme(_ name: String, inherits parents: String = "") throws {
        let text = "[Sound Theme]\nName=\(name)\nInherits = \(parents)\nDirectories=stereo\n\n[stereo]\nOutputProfile = stereo\n"
        try write(text, to: "sounds/\(name)/index.theme")
    }
}

/// The bytes of WAV files.
package enum WAVBytes {
    /// 16-bit samples, those of a frame side by side.
    package static func of(_ samples: [Int16], rate: Int = Sound.rate, channels: Int = 1) -> [UInt8] {
        file(format: 1, bytes: samples.flatMap { little(UInt64(UInt16(bitPattern: $0)), 2) }, width: 2, rate, channels)
    }

    package static func of(_ samples: [Float], rate: Int = Sound.rate) -> [UInt8] {
        file(format: 3, bytes: samples.flatMap { little(UInt64($0.bitPattern), 4) }, width: 4, rate, 1)
    }

    private static func file(format: UInt64, bytes: [UInt8], width: Int, _ rate: Int, _ channels: Int) -> [UInt8] {
        let header = Array("WAVEfmt ".utf8) + little(16, 4) + little(format, 2) + little(UInt64(channels), 2) + little(UInt64(rate), 4)
        let sizes = little(UInt64(rate * channels * width), 4) + little(UInt64(channels * width), 2) + little(UInt64(8 * width), 2)
        let data = Array("data".utf8) + little(UInt64(bytes.count), 4) + bytes
        return Array("RIFF".utf8) + little(UInt64(header.count + sizes.count + data.count), 4) + header + sizes + data
    }

    private static func little(_ number: UInt64, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * UInt64($0))) }
    }

    /// A tone, by default of a second.
    package static func tone(_ frequency: Double = 440, rate: Int = Sound.rate, seconds: Double = 1) -> [Int16] {
        (0..<Int(Double(rate) * seconds)).map { Int16((8000 * sin(2 * Double.pi * frequency * Double($0) / Double(rate))).rounded()) }
    }
}
