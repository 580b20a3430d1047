import Glibc

/// The locale's language; without one, English.
func userLanguage() -> String {
    for name in ["LC_ALL", "LC_MESSAGES", "LANG"] {
        guard let value = unsafe getenv(name) else { continue }
        let locale = unsafe String(cString: value)
        if locale.isEmpty { continue }
        let language = locale.prefix { $0 != "." && $0 != "@" }
        return language.isEmpty || language == "C" || language == "POSIX" ? "en" : String(language)
    }
    return "en"
}
