/// Where the clients of a front door connect.
package struct Entrance: Sendable {
    /// The socket or the connection through which clients come.
    package enum Place: Sendable, Equatable {
        /// A Unix socket that the daemon creates at this path.
        case path(String)
        /// Sockets that belong to the service manager; they remain when the daemon ends.
        case activated([CInt])
        /// One client, already connected at this descriptor, and others at this path; nil: no others.
        case connection(CInt, others: String?)
    }

    package var door: any FrontDoor
    package var place: Place
    /// The option that selects another path, for messages.
    package var option: String
    /// Whether the daemon starts without this entrance if another server owns the socket.
    package var isOptional: Bool

    package init(_ door: any FrontDoor, at place: Place, option: String, isOptional: Bool = false) {
        self.door = door
        self.place = place
        self.option = option
        self.isOptional = isOptional
    }
}
