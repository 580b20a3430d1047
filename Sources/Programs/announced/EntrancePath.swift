import ArgumentParser
import FrontDoors

/// The option for the socket at which the clients of a front door connect, as declared by that door.
struct EntrancePath<Door: FrontDoor>: ParsableArguments, EntranceChoice {
    @Option(
        name: .customLong(Door.option.name), help: ArgumentHelp("\(Door.option.help)", valueName: Door.option.valueName),
        completion: .file())
    var path: String?

    var option: EntranceOption { Door.option }

    func entrance(_ surroundings: EntranceSurroundings, warn: (String) -> Void) -> Entrance? { Door.entrance(surroundings, warn: warn) }
}

/// A door that this program serves, and the path chosen for it.
protocol EntranceChoice {
    var path: String? { get }
    var option: EntranceOption { get }
    func entrance(_ surroundings: EntranceSurroundings, warn: (String) -> Void) -> Entrance?
}
