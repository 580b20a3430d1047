import CLinux
import Glibc
import Synchronization
import System

/// Memory with a descriptor (memfd). It outlives this process as long as any process holds the descriptor. Its size is sealed.
///
/// All offsets are checked, because data from another process may contain any offset.
@safe final class SealedMemory {
    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    /// The descriptor, which this object owns.
    let descriptor: CInt
    let size: Int
    private let start: UnsafeMutableRawPointer

    /// Creates memory of `size` zero bytes. The memory takes no space until it is written to.
    static func make(size: Int) throws(Failure) -> SealedMemory {
        let descriptor = unsafe memfd_create("announced", memfd_sealable)
        guard descriptor >= 0, fchmod(descriptor, 0o600) == 0, ftruncate(descriptor, off_t(size)) == 0,
            fcntl(descriptor, fcntl_add_seals, seal_size | seal_seals) == 0
        else {
            let reason = reason()
            if descriptor >= 0 { close(descriptor) }
            throw Failure(description: "can't create shared memory: \(reason)")
        }
        return try SealedMemory(descriptor: descriptor)
    }

    /// Takes over a descriptor and its memory. Owns the descriptor even if it throws.
    init(descriptor: CInt) throws(Failure) {
        var status = stat()
        let seals = fcntl(descriptor, fcntl_get_seals)
        guard seals >= 0, seals & seal_size == seal_size, unsafe fstat(descriptor, &status) == 0, status.st_size > 0 else {
            close(descriptor)
            throw Failure(description: "the memory is not sealed")
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

    /// The word at an offset that is a multiple of 8. A new value takes effect as a whole or not at all, after all earlier writes.
    subscript(word offset: Int) -> UInt64 {
        get { unsafe atomic(at: offset).pointee.load(ordering: .acquiring) }
        set { unsafe atomic(at: offset).pointee.store(newValue, ordering: .releasing) }
    }

    private func atomic(at offset: Int) -> UnsafeMutablePointer<Atomic<UInt64>> {
        precondition(offset >= 0 && offset % 8 == 0 && offset <= size - 8)
        // SAFETY: the offset is inside and aligned, and an Atomic<UInt64> is its eight bytes.
        return unsafe (start + offset).assumingMemoryBound(to: Atomic<UInt64>.self)
    }

    func write(_ bytes: [UInt8], at offset: Int) {
        precondition(offset >= 0 && bytes.count <= size - offset)
        // SAFETY: the written range is inside, as checked above.
        unsafe bytes.withUnsafeBytes { unsafe UnsafeMutableRawBufferPointer(start: start + offset, count: $0.count).copyMemory(from: $0) }
    }

    /// Returns a copy of a range, which no other process can change while it is read.
    func bytes(_ range: Range<Int>) -> [UInt8] {
        precondition(range.lowerBound >= 0 && range.upperBound <= size)
        // SAFETY: the range is inside, as checked above.
        return unsafe Array(UnsafeRawBufferPointer(start: start + range.lowerBound, count: range.count))
    }

    /// Returns a range's memory to the system; it reads as zeros.
    func forget(_ range: Range<Int>) {
        _ = fallocate(descriptor, punch_hole, range.lowerBound, range.count)
    }

    private static func reason() -> String { String(systemError: errno) }
}
