import FoundationEssentials
import Glibc

/// A new folder that only this user can enter, removed with its content by `deinit`.
package final class TemporaryFolder: Sendable {
    package let path: String

    package init() throws {
        path = try makeTemporaryFolder(in: Leftovers.shared.folder)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Returns the path of a file in the folder.
    package func path(_ name: String) -> String { "\(path)/\(name)" }

    /// Writes a file in the folder and returns its path.
    @discardableResult
    package func write(_ text: String, to name: String) throws -> String {
        try write(Array(text.utf8), to: name)
    }

    /// Writes a file in the folder and returns its path.
    @discardableResult
    package func write(_ bytes: [UInt8], to name: String) throws -> String {
        try Data(bytes).write(to: URL(filePath: path(name)))
        return path(name)
    }
}

/// Makes a folder with a unique name.
func makeTemporaryFolder(in parent: String) throws(SystemCallError) -> String {
    var template = Array("\(parent)/announced.XXXXXX".utf8CString)
    return try unsafe template.withUnsafeMutableBufferPointer { buffer throws(SystemCallError) in
        guard let path = unsafe mkdtemp(buffer.baseAddress!) else { throw SystemCallError("mkdtemp in \(parent)") }
        return unsafe String(cString: path)
    }
}
