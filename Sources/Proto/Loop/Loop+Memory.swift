internal import CLinux
internal import Glibc

extension Loop {
  /// Lets the allocator keep the memory of large buffers, because mapping memory for each buffer costs as much as its
  /// use. The loop returns the memory to the system when no large buffer was needed for a while.
  public static func keepLargeBuffers() {
    mallopt(M_MMAP_THRESHOLD, LoopLimits.mappedBufferBytes)
    mallopt(M_TRIM_THRESHOLD, LoopLimits.keptFreeBytes)
  }

  /// Records that a large buffer was freed. Its memory returns to the system after `quietMilliseconds` without another
  /// one. On the loop only.
  package func noteLargeMemoryFreed() {
    core.pointee.lastLargeFree = core.pointee.now
    guard !core.pointee.willTrim else { return }
    core.pointee.willTrim = true
    waitForQuiet()
  }

  private func waitForQuiet() {
    let quiet = UInt64(LoopLimits.quietMilliseconds) * 1_000_000
    _ = schedule(atNanoseconds: core.pointee.lastLargeFree + quiet) { [unowned self] in
      guard core.pointee.now >= core.pointee.lastLargeFree + quiet else { return waitForQuiet() }
      core.pointee.willTrim = false
      malloc_trim(0)
    }
  }
}
