// Release says which announced this is. Programs, manual pages and packages have it from here; nothing else names it.

/// This release.
package enum Release {
    /// The version that `--version` prints, and the newest heading of CHANGELOG.md.
    package static let version = "0.1.0"
}
