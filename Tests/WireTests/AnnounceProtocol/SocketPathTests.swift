import AnnounceProtocol
import Testing

@Suite struct SocketPathTests {
    @Test(arguments: [
        (["ANNOUNCED_SOCKET": "/a/b", "XDG_RUNTIME_DIR": "/run/x"], "/a/b"), (["XDG_RUNTIME_DIR": "/run/x"], "/run/x/announced/socket"),
        (["ANNOUNCED_SOCKET": "", "XDG_RUNTIME_DIR": ""], "/run/user/1000/announced/socket"), ([:], "/run/user/1000/announced/socket"),
    ])
    func `The socket is where the environment says, else in the user's runtime folder`(_ environment: [String: String], _ path: String) {
        #expect(SocketPath.standard(environment: { environment[$0] }, user: 1000) == path)
    }

    @Test("A path of 103 bytes is accepted, and a longer one is reported with its length, the limit and what to do")
    func length() {
        #expect(SocketPath.mistake(in: String(repeating: "x", count: 103)) == nil)
        let long = String(repeating: "é", count: 52)
        #expect(
            SocketPath.mistake(in: long)
                == "\(long): too long for a socket: 104 bytes; the maximum is 103; choose a shorter path with --socket or ANNOUNCED_SOCKET"
        )
    }
}
