internal import CLinux
internal import Glibc

extension Loop {
  /// Notifies `handler`, which it keeps alive, of the descriptor's events until `unwatch`. On the loop only.
  public func watch(_ descriptor: CInt, events: UInt32, handler: any PollHandler) throws(SystemError) {
    preconditionOnLoop()
    let index = Int(descriptor)
    if index >= core.pointee.slots.count {
      let missing = index + 1 - core.pointee.slots.count
      core.pointee.slots.append(contentsOf: repeatElement(LoopCore.Slot(), count: missing))
    }
    core.pointee.generation &+= 1
    // The wake-up's mark is all ones, which no descriptor can be.
    core.pointee.slots[index] = LoopCore.Slot(generation: core.pointee.generation, handler: handler)
    guard control(EPOLL_CTL_ADD, descriptor, events) == 0 else {
      let error = SystemError.last("epoll_ctl")
      core.pointee.slots[index].handler = nil
      throw error
    }
  }

  public func rewatch(_ descriptor: CInt, events: UInt32) {
    preconditionOnLoop()
    _ = control(EPOLL_CTL_MOD, descriptor, events)
  }

  /// Before the descriptor is closed. Events already taken from the kernel are dropped.
  public func unwatch(_ descriptor: CInt) {
    preconditionOnLoop()
    _ = control(EPOLL_CTL_DEL, descriptor, 0)
    core.pointee.slots[Int(descriptor)] = LoopCore.Slot()
  }

  private func control(_ operation: CInt, _ descriptor: CInt, _ events: UInt32) -> CInt {
    var event = epoll_event()
    event.events = events
    let generation = core.pointee.slots[Int(descriptor)].generation
    event.data.u64 = UInt64(generation) << 32 | UInt64(UInt32(bitPattern: descriptor))
    return epoll_ctl(core.pointee.epoll, operation, descriptor, &event)
  }
}
