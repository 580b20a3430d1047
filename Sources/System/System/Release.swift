// Release states the version of announced. Programs, manual pages and packages read it from here; it is stated nowhere else.

/// This release.
package enum Release {
    /// The version that `--version` prints. It equals the newest heading of CHANGELOG.md.
    package static let version = "0.1.0"
}
