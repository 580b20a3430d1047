import FoundationEssentials

/// An ALSA configuration whose `default` stores the exact samples in files, as fast as they are written, not in real time.
package final class ALSAFilePCM: Sendable {
    /// The environment for programs under test.
    package let environment: [String: String]

    private let folder: TemporaryFolder

    package init() throws {
        folder = try TemporaryFolder()
        let override = """
            pcm.!default {
                type file
                slave.pcm { type null }
                file "\(folder.path("samples"))"
                format raw
                truncate false
            }

            """
        environment = ["ALSA_CONFIG_PATH": try folder.writeALSAConfiguration(override)]
    }

    /// Returns what was played, one sound for each time that the PCM was opened.
    package func recordings() throws -> [Sound] {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasPrefix("samples") }
        return try names.sorted().map { try Sound(rawFile: folder.path($0)) }
    }

    /// Returns everything that was played.
    package func samples() throws -> Sound {
        Sound(try recordings().flatMap(\.samples))
    }
}
