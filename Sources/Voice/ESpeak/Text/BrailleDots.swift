/// The dots of a Braille pattern (T13). eSpeak NG 1.51 never receives a pattern: in Arabic, Finnish and Tswana it spells the numbers of the
/// dots into a buffer that is too small.
struct BrailleDots {
    /// 1 to 8, in order.
    let numbers: [Int]

    init?(_ scalar: Unicode.Scalar) {
        guard (0x2800...0x28FF).contains(scalar.value) else { return nil }
        numbers = (1...8).filter { scalar.value & 1 << ($0 - 1) != 0 }
    }

    /// The pattern as it is spelled.
    var text: String { numbers.map(String.init).joined(separator: ", ") }
}
