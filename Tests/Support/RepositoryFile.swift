import FoundationEssentials
import Glibc

/// The path of a file of this repository, named from its root.
package func repositoryFile(_ path: String, thisFile: String = #filePath) -> String {
    // The benchmarks' package reaches this folder by a link.
    let resolved = unsafe realpath(thisFile, nil)
    defer { unsafe free(resolved) }
    let thisFile = unsafe resolved.map { unsafe String(cString: $0) } ?? thisFile
    let root = thisFile.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
    return "\(root)/\(path)"
}

/// What is in it.
package func repositoryText(_ path: String) throws -> String {
    try String(contentsOfFile: repositoryFile(path), encoding: .utf8)
}
