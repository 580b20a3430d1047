import Glibc
import System

/// eSpeak NG's ASCII name of a phoneme, such as `tS`. Values come only from its own data and the constants here, never from a client's
/// text, so ``PhonemeText`` can contain nothing else.
struct Mnemonic: Hashable {
    let name: String

    private init(name: String) { self.name = name }

    /// Exists in every phoneme table, inherited from the first table, `base`.
    static let lengthening = Mnemonic(name: ":")
    static let schwa = Mnemonic(name: "@")
    /// Shared by the languages, or defined by each language itself.
    static let a = Mnemonic(name: "a")
    static let t = Mnemonic(name: "t")

    /// Returns every mnemonic that any voice has, in the order of eSpeak NG's phoneme tables; none if the file does not have the layout
    /// that this release expects.
    ///
    /// The file `phontab`: a byte with the number of tables and three unused; then, for each table, a byte with its number of phonemes, a
    /// second byte, two unused, a name of 32 bytes, and 16 bytes for each phoneme: its mnemonic (4), flags (4), program (2), code, type (0
    /// pause, 1 stress, from 2 on sounds), and four more.
    static func installed(in dataFolder: String) -> [Mnemonic] {
        let bytes = (try? FileBytes.read(dataFolder + "/phontab", most: 1 << 20)) ?? []
        guard let tables = bytes.first else { return [] }
        var names: Set<String> = []
        var mnemonics: [Mnemonic] = []
        var position = 4
        for _ in 0..<tables {
            guard position + 36 <= bytes.count else { return [] }
            let end = position + 36 + 16 * Int(bytes[position])
            guard end <= bytes.count else { return [] }
            for phoneme in stride(from: position + 36, to: end, by: 16) where bytes[phoneme + 11] >= 2 {
                let name = bytes[phoneme..<phoneme + 4].prefix { $0 != 0 }
                guard !name.isEmpty, name.allSatisfy(isOrdinary) else { continue }
                let text = String(decoding: name, as: UTF8.self)
                if names.insert(text).inserted { mnemonics.append(Mnemonic(name: text)) }
            }
            position = end
        }
        return position == bytes.count ? mnemonics : []
    }

    /// Returns whether the character has no special meaning in a mnemonic: it is no bracket, separator, pause, stress or change of
    /// language.
    private static func isOrdinary(_ byte: UInt8) -> Bool {
        (0x21..<0x7F).contains(byte) && !"[]|_'\",%=<>()\\".utf8.contains(byte)
    }
}
