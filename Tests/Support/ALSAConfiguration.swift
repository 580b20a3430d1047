extension TemporaryFolder {
    /// Writes an ALSA configuration into the folder, the machine's own followed by `override`, and returns its path, for
    /// `ALSA_CONFIG_PATH`.
    func writeALSAConfiguration(_ override: String) throws -> String {
        // The stock file's hooks read the machine's and the user's files after it; the second hook comes after those.
        let configuration = """
            </usr/share/alsa/alsa.conf>
            @hooks.1 { func load files [ "\(try write(override, to: "default.conf"))" ] errors true }

            """
        return try write(configuration, to: "alsa.conf")
    }
}
