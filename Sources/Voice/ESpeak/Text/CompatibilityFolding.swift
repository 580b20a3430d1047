import CUTF8Proc

/// T1: replaces compatibility letters by the letters they stand for (NFKC), because eSpeak NG spells out fullwidth and mathematical
/// letters. Digits of all scripts become 0 to 9, because most voices do not speak other digits.
enum CompatibilityFolding {
    /// Folds `cluster`, one user-perceived character; returns nil if it stays unchanged.
    static func fold(_ cluster: some Collection<Unicode.Scalar>) -> [Unicode.Scalar]? {
        guard let first = cluster.first, !changesMeaning(first) else { return nil }
        let codepoints = cluster.map { Int32(bitPattern: $0.value) }
        // The longest decomposition has 18 scalars (U+FDFA).
        var folded = [Int32](repeating: 0, count: codepoints.count * 18)
        var count = 0
        let options = utf8proc_option_t(UTF8PROC_STABLE.rawValue | UTF8PROC_COMPAT.rawValue | UTF8PROC_COMPOSE.rawValue)
        // SAFETY: each call receives the room left in the array, and writes nothing beyond it.
        unsafe folded.withUnsafeMutableBufferPointer { room in
            var boundary: Int32 = 0
            for codepoint in codepoints {
                let step = unsafe utf8proc_decompose_char(
                    codepoint, room.baseAddress! + count, room.count - count, options, &boundary)
                guard step >= 0, count + step <= room.count else { return count = 0 }
                count += step
            }
            count = max(0, unsafe utf8proc_normalize_utf32(room.baseAddress, count, options))
        }
        folded.removeLast(folded.count - count)
        if folded.isEmpty { folded = codepoints }
        let scalars = folded.compactMap { Unicode.Scalar(UInt32(bitPattern: $0)).map(digit) }
        return scalars.elementsEqual(cluster) ? nil : scalars
    }

    /// Returns the ASCII digit for a decimal digit of any script, otherwise the scalar itself.
    private static func digit(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        guard !scalar.isASCII, scalar.properties.numericType == .decimal, let value = scalar.properties.numericValue else { return scalar }
        return Unicode.Scalar(UInt8(ascii: "0") + UInt8(value))
    }

    /// Returns whether folding would change the spoken words. It does so for fractions, and for superscripts and subscripts except modifier
    /// letters. Measured with eSpeak NG 1.51: "10²" is read "ten two", folded "one hundred two"; "½ cup" "a half cup", folded "one two
    /// cup"; "™" "trade mark"; Spanish "1º" "primero", folded "uno o". The raised letters of "5ᵗʰ" (modifier letters) are spelled out and
    /// must be folded.
    private static func changesMeaning(_ scalar: Unicode.Scalar) -> Bool {
        // SAFETY: utf8proc returns a pointer into its constant table, for any number.
        guard let properties = unsafe utf8proc_get_property(Int32(bitPattern: scalar.value))?.pointee else { return false }
        switch UInt32(UInt16(bitPattern: properties.decomp_type)) {
        case UTF8PROC_DECOMP_TYPE_FRACTION.rawValue: return true
        case UTF8PROC_DECOMP_TYPE_SUPER.rawValue, UTF8PROC_DECOMP_TYPE_SUB.rawValue:
            return UInt32(UInt16(bitPattern: properties.category)) != UTF8PROC_CATEGORY_LM.rawValue
        default: return false
        }
    }
}
