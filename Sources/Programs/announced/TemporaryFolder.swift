import ArgumentParser
import FoundationEssentials
import Glibc
import System

/// A temporary folder, removed with all its files by `deinit`.
final class TemporaryFolder {
    let path: String

    init() throws(CommandError) {
        var template = Array("\(Environment.value("TMPDIR") ?? "/tmp")/announced.XXXXXX".utf8CString)
        let made: String? = unsafe template.withUnsafeMutableBufferPointer { buffer in
            guard let made = unsafe buffer.baseAddress.flatMap({ unsafe mkdtemp($0) }) else { return nil }
            return unsafe String(cString: made)
        }
        guard let made else {
            throw CommandError(
                "announced: can't create a temporary folder; set TMPDIR to a folder that you may write to", exitCode: EX_CANTCREAT)
        }
        path = made
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
