import FoundationEssentials
import Glibc

/// A new folder that only this user can enter, removed with all that is in it when it is let go of.
package final class TemporaryFolder: Sendable {
    /// Where it is.
    package let path: String

    package init() throws {
        path = try makeTemporaryFolder(in: Leftovers.shared.folder)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The path of something in it.
    package func path(_ name: String) -> String { "\(path)/\(name)" }

    /// Writes a file in it and returns its path.
    @discardableResult
    package func write(_ text: String, to name: String) throws -> String {
        try write(Array(text.utf8), to: name)
    }

    /// Writes a file in it and returns its path.
    @discardableResult
    package func write(_ bytes: [UInt8], to name: String) throws -> String {
        try Data(bytes).write(to: URL(filePath: path(name)))
        return path(name)
    }
}

/// Makes a folder with a name of its own.
func makeTemporaryFolder(in parent: String) throws(SystemCallError) -> String {
    var template = Array("\(parent)/announced.XXXXXX".utf8CString)
    return try unsafe template.withUnsafeMutableBufferPointer { buffer throws(SystemCallError) in
        guard let path = unsafe mkdtemp(buffer.baseAddress!) else { throw SystemCallError("mkdtemp in \(parent)") }
        return unsafe String(cString: path)
    }
}
