import Testing

@testable import AnnounceDaemon

@Suite struct KeyPlacesTests {
    @Test(arguments: [
        ("[voice]\nrate = 1", ["voice", "rate"], 2, 1), ("[voice]\r\n\r\n  rate = 1", ["voice", "rate"], 3, 3),
        ("[voice]\nrate = 1", ["voice"], 1, 2), ("  [ voice ]", ["voice"], 1, 4), ("[[apps]]\nx = 1", ["apps"], 1, 3),
        ("voice.rate = 1", ["voice", "rate"], 1, 1), ("voice . rate = 1", ["voice", "rate"], 1, 1),
        ("\n\"voice\".'rate' = 1", ["voice", "rate"], 2, 1), ("[\"voice\".'x.y']\nz = 1", ["voice", "x.y", "z"], 2, 1),
        ("[apps.\"a ] b\"]\nmuted = 1", ["apps", "a ] b", "muted"], 2, 1), ("\"a = b\" = 1\nc = 2", ["a = b"], 1, 1),
        ("[voice]\n# rate = 1\nrate = 2", ["voice", "rate"], 3, 1), ("[voice]\nx = \"rate = 1\"\nrate = 2", ["voice", "rate"], 3, 1),
        ("[voice]\nx = \"\"\"\nrate = 1\n\"\"\"\nrate = 2", ["voice", "rate"], 5, 1),
        ("[voice]\nx = '''rate = 1'''\nrate = 2", ["voice", "rate"], 3, 1),
        ("[voice]\nx = '''\n[queue]\nrate = 1'''\nrate = 2", ["voice", "rate"], 5, 1),
        ("voice = { rate = 1 }", ["voice", "rate"], 1, 1), ("a = 1", ["voice", "rate"], 1, 1), ("", [], 1, 1),
        ("[voice]\nrate.x = 1\nrate.y = 2", ["voice", "rate"], 2, 1), ("[voice]\nrate.x = 1\nrate.y = 2", ["voice", "rate", "y"], 3, 1),
    ])
    func `A key is where it stands, or what is around it`(_ text: String, _ path: [String], _ line: Int, _ column: Int) {
        #expect(KeyPlaces(text).place(of: path) == KeyPlaces.Place(line: line, column: column))
    }
}
