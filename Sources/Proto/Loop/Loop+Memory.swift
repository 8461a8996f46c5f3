internal import CLinux
internal import Glibc

extension Loop {
  /// Has the allocator keep the memory of large buffers, which are needed again and again while there is traffic: a
  /// fresh mapping for each costs as much as what is done with it. The loop gives it back after a while of quiet.
  public static func keepLargeBuffers() {
    mallopt(M_MMAP_THRESHOLD, LoopLimits.mappedBufferBytes)
    mallopt(M_TRIM_THRESHOLD, LoopLimits.keptFreeBytes)
  }

  /// Large buffers were given up. The allocator keeps their memory for the process; once nothing of the kind has
  /// happened for a while it is handed back to the system. On the loop only.
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
