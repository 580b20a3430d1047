// The entry point that SwiftPM would otherwise generate, with XCTest, from an index that `.ci/build` leaves out.
import Testing

@main
enum LinuxMain {
    static func main() async {
        // `swift test` asks for XCTest's tests, and no others where a package has an entry point of its own.
        guard CommandLine.arguments.contains("swift-testing") else {
            fatalError("swift test finds no tests here; use make test, or .ci/test-suites PATTERN")
        }
        await Testing.__swiftPMEntryPoint() as Never
    }
}
