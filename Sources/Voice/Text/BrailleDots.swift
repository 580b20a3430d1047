/// The dots of a Braille pattern (T13). eSpeak NG 1.51 spells the numbers of its dots into a buffer that is too small for them in Arabic,
/// Finnish and Tswana, so it never sees one.
struct BrailleDots {
    /// 1 to 8, in order.
    let numbers: [Int]

    init?(_ scalar: Unicode.Scalar) {
        guard (0x2800...0x28FF).contains(scalar.value) else { return nil }
        numbers = (1...8).filter { scalar.value & 1 << ($0 - 1) != 0 }
    }

    /// As it is spelled.
    var text: String { numbers.map(String.init).joined(separator: ", ") }
}
