import TestSupport
import Testing

/// Forks processes, each a program of its own that connects, says something and waits for the end of its input.
/// - Parameters:
///   - text: what each sends; `PID` stands for its process. If it is a whole line, each waits for the beginning of the answer.
///   - padding: how many letters follow.
func forkedClients(_ count: Int, at socket: String, saying text: String = "", padding: Int = 0) async throws -> ChildProcess {
    let script = #"""
        use Socket; my ($path, $count, $text, $padding) = @ARGV;
        # A client that is sent away before it has written still says "connected".
        $| = 1; $SIG{PIPE} = "IGNORE";
        for (1..$count) {
            next if fork;
            setpgrp;
            socket(my $socket, AF_UNIX, SOCK_STREAM, 0);
            connect($socket, pack_sockaddr_un($path)) or die;
            $text =~ s/PID/$$/;
            print {$socket} $text, "x" x $padding;
            $socket->flush;
            sysread($socket, $text, 1) if $text =~ /\n$/;
            print "connected\n";
            <STDIN>;
            exit;
        }
        1 while wait > 0;
        """#
    let clients = try ChildProcess("perl", ["-MIO::Handle", "-e", script, socket, "\(count)", text, "\(padding)"], input: .pipe)
    for _ in 0..<count { #expect(try await clients.output.nextLine(within: .seconds(60)) == "connected") }
    return clients
}
