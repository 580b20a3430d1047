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
}
