/// Whether only some tests run: `swift test --filter NAME`, or one of the processes of `make test`.
///
/// Tests that measure time, or what all of the process does, can't run beside hundreds of others. They are skipped in a plain `swift test`.
package let isFiltered = CommandLine.arguments.contains("--filter")
package let whyFiltered = "other tests in this process would delay it; swift test --filter NAME, or make test"
