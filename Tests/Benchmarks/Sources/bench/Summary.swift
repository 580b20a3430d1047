/// Measured values, in milliseconds unless stated otherwise.
struct Summary {
    private var sorted: [Double]

    init(_ values: [Double]) {
        sorted = values.sorted()
    }

    var isEmpty: Bool { sorted.isEmpty }
    var count: Int { sorted.count }
    var median: Double { quantile(0.5) }
    var p99: Double { quantile(0.99) }
    var minimum: Double { quantile(0) }

    /// "3.1 (5.0)": the median and the 99th percentile; "–" without values.
    var text: String { isEmpty ? "–" : "\(median.oneDigit) (\(p99.oneDigit))" }

    /// Returns the smallest value that this share of the values does not exceed.
    private func quantile(_ share: Double) -> Double {
        guard !sorted.isEmpty else { return .nan }
        return sorted[max(Int((share * Double(sorted.count)).rounded(.up)) - 1, 0)]
    }
}

extension Double {
    /// The number with one decimal place.
    var oneDigit: String {
        guard isFinite else { return "–" }
        let tenths = Int((magnitude * 10).rounded())
        return "\(self < 0 && tenths > 0 ? "-" : "")\(tenths / 10).\(tenths % 10)"
    }
}

extension Duration {
    var milliseconds: Double { self / .milliseconds(1) }
}

/// Returns a Markdown table with aligned columns.
func table(_ rows: [[String]]) -> String {
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max()! }
    let lines = rows.map { row in
        "| " + zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }.joined(separator: " | ") + " |"
    }
    let rule = "|" + widths.map { String(repeating: "-", count: $0 + 2) }.joined(separator: "|") + "|"
    return ([lines[0], rule] + lines.dropFirst()).joined(separator: "\n") + "\n"
}
