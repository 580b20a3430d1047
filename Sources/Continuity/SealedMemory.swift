import CSharedMemory
import Glibc
import Synchronization

/// Memory with a descriptor, which lives on with any holder of that descriptor though this process ends (memfd). Its size is sealed.
///
/// All offsets are checked: whoever reads what another process has written asks for anything.
@safe final class SealedMemory {
    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    /// Its descriptor, which is its own.
    let descriptor: CInt
    let size: Int
    private let start: UnsafeMutableRawPointer

    /// New memory of `size` bytes, all zeros; it costs nothing before it is written to.
    static func make(size: Int) throws(Failure) -> SealedMemory {
        let descriptor = unsafe memfd_create("announced", memfd_sealable)
        guard descriptor >= 0, fchmod(descriptor, 0o600) == 0, ftruncate(descriptor, off_t(size)) == 0,
            fcntl(descriptor, fcntl_add_seals, seal_size | seal_seals) == 0
        else {
            let reason = reason()
            if descriptor >= 0 { close(descriptor) }
            throw Failure(description: "no memory to share: \(reason)")
        }
        return try SealedMemory(descriptor: descriptor)
    }

    /// The memory of a descriptor, which it takes over, also where it throws.
    init(descriptor: CInt) throws(Failure) {
        var status = stat()
        let seals = fcntl(descriptor, fcntl_get_seals)
        guard seals >= 0, seals & seal_size == seal_size, unsafe fstat(descriptor, &status) == 0, status.st_size > 0 else {
            close(descriptor)
            throw Failure(description: "no sealed memory")
        }
        size = Int(status.st_size)
        let start = unsafe mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
        guard unsafe start != MAP_FAILED, let start = unsafe start else {
            let reason = Self.reason()
            close(descriptor)
            throw Failure(description: "the memory can't be mapped: \(reason)")
        }
        unsafe self.start = unsafe start
        self.descriptor = descriptor
    }

    deinit {
        unsafe munmap(start, size)
        close(descriptor)
    }

    /// The word at an offset that is a multiple of 8.
    subscript(word offset: Int) -> UInt64 {
        get {
            precondition(offset >= 0 && offset % 8 == 0 && offset <= size - 8)
            // SAFETY: the offset is inside, and aligned.
            return unsafe start.load(fromByteOffset: offset, as: UInt64.self)
        }
        set {
            precondition(offset >= 0 && offset % 8 == 0 && offset <= size - 8)
            // SAFETY: the offset is inside, and aligned; the store is one instruction, so it is there as a whole or not at all.
            // What was written before it stays before it.
            atomicMemoryFence(ordering: .releasing)
            unsafe start.storeBytes(of: newValue, toByteOffset: offset, as: UInt64.self)
        }
    }

    func write(_ bytes: [UInt8], at offset: Int) {
        precondition(offset >= 0 && bytes.count <= size - offset)
        // SAFETY: what is written stands inside, as was made sure.
        unsafe bytes.withUnsafeBytes { unsafe UnsafeMutableRawBufferPointer(start: start + offset, count: $0.count).copyMemory(from: $0) }
    }

    /// A copy of what stands there: nobody can change it while it is read.
    func bytes(_ range: Range<Int>) -> [UInt8] {
        precondition(range.lowerBound >= 0 && range.upperBound <= size)
        // SAFETY: the range is inside, as was made sure.
        return unsafe Array(UnsafeRawBufferPointer(start: start + range.lowerBound, count: range.count))
    }

    /// Gives a range back to the system; it reads as zeros.
    func forget(_ range: Range<Int>) {
        _ = fallocate(descriptor, punch_hole, range.lowerBound, range.count)
    }

    private static func reason() -> String { unsafe String(cString: strerror(errno)) }
}
