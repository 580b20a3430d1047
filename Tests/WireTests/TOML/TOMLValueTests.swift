import Testing

@testable import TOML

/// The values that a text defines: TOML 1.0.
@Suite struct TOMLValueTests {
    private static func value(_ text: String) throws -> TOMLValue {
        let document = TOMLDocument("a = \(text)\nb = 1")
        try #require(document.mistakes == [], "\(text)")
        #expect(document.table["b"]?.value == .integer(1), "\(text)")
        return try #require(document.table["a"]?.value)
    }

    @Test(arguments: [
        ("\"\"", ""), ("\"a\"", "a"), ("\"\\t\\n\\\"\\\\ \\u00e9\\U0001F600\"", "\t\n\"\\ é😀"), ("'C:\\new'", "C:\\new"),
        ("\"\"\"\na\nb\"\"\"", "a\nb"), ("\"\"\"a\\\n   \n  b\"\"\"", "ab"), ("\"\"\"\"a\"\"\"\"\"", "\"a\"\""),
        ("'''\na'b''\n'''", "a'b''\n"),
        ("\"\"\"\r\na\r\nb\"\"\"", "a\nb"), ("\"[#x]\"", "[#x]"),
    ])
    func `Texts`(_ text: String, _ expected: String) throws {
        #expect(try Self.value(text) == .string(expected))
    }

    @Test(arguments: [
        ("0", TOMLValue.integer(0)), ("+17", .integer(17)), ("-0", .integer(0)), ("1_000", .integer(1000)),
        ("0xdead_BEEF", .integer(0xdead_beef)),
        ("0o17", .integer(15)), ("0b101", .integer(5)), ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
        ("1.5", .float(1.5)), ("-1_0.5e+1_0", .float(-10.5e10)), ("5E3", .float(5000)), ("inf", .float(.infinity)),
        ("-inf", .float(-.infinity)),
        ("true", .boolean(true)), ("false", .boolean(false)), ("1979-05-27", .date("1979-05-27")), ("07:32:00.5", .date("07:32:00.5")),
        ("1979-05-27 07:32:00Z", .date("1979-05-27 07:32:00Z")), ("1979-05-27T07:32:00.25-07:00", .date("1979-05-27T07:32:00.25-07:00")),
    ])
    func `Words`(_ text: String, _ expected: TOMLValue) throws {
        #expect(try Self.value(text) == expected)
        #expect(try Self.value("\(text)  # a comment") == expected)
    }

    @Test func `Not a number is one`() throws {
        guard case .float(let number) = try Self.value("nan") else { throw CancellationError() }
        #expect(number.isNaN)
    }

    @Test func `Arrays and tables, with the place of each`() throws {
        let document = TOMLDocument(
            """
            fruit.apple = { "red kind" = 1, sour.is = true }
            list = [ 1, # one
              [2],
            ]
            [ a . "b.c" ]
            d = ''
            [[e]]
            f = 1
            [e.g]
            h = 2
            [[e]]
            """)
        #expect(document.mistakes == [])
        #expect(document.table.keys == ["fruit", "list", "a", "e"])
        let apple = document.table["fruit"]?.value.table?["apple"]?.value.table
        #expect(apple?["red kind"] == TOMLItem(value: .integer(1), place: TOMLPlace(line: 1, column: 17)))
        #expect(apple?["sour"]?.value.table?["is"]?.value.boolean == true)
        #expect(document.table["list"]?.value.array?[1].value.array?.first?.place == TOMLPlace(line: 3, column: 4))
        let inner = document.table["a"]?.value.table?["b.c"]
        #expect(inner?.place == TOMLPlace(line: 5, column: 3) && inner?.value.table?["d"]?.value == .string(""))
        let elements = document.table["e"]?.value.array
        #expect(elements?.map(\.place.line) == [7, 11])
        #expect(elements?[0].value.table?["g"]?.value.table?["h"]?.value.integer == 2)
        #expect(elements?[1].value.table?.keys == [])
    }
}
