extension Loop {
  /// Calls `handler` with the descriptor's events until `unwatch`, and keeps it alive. On the loop only.
  public func watch(_ descriptor: CInt, events: UInt32, handler: any PollHandler) throws(SystemError) {
    preconditionOnLoop()
    let index = Int(descriptor)
    if index >= core.pointee.slots.count {
      let missing = index + 1 - core.pointee.slots.count
      core.pointee.slots.append(contentsOf: repeatElement(LoopCore.Slot(), count: missing))
    }
    core.pointee.generation &+= 1
    core.pointee.slots[index] = LoopCore.Slot(generation: core.pointee.generation, handler: handler)
    let number = system.add(descriptor, events: events, mark: mark(of: descriptor))
    guard number == 0 else {
      core.pointee.slots[index].handler = nil
      throw SystemError(number, "epoll_ctl")
    }
  }

  public func rewatch(_ descriptor: CInt, events: UInt32) {
    preconditionOnLoop()
    system.change(descriptor, events: events, mark: mark(of: descriptor))
  }

  /// Must be called before the descriptor is closed. Drops events that were already received for it.
  public func unwatch(_ descriptor: CInt) {
    preconditionOnLoop()
    system.remove(descriptor)
    core.pointee.slots[Int(descriptor)] = LoopCore.Slot()
  }

  private func mark(of descriptor: CInt) -> UInt64 {
    UInt64(core.pointee.slots[Int(descriptor)].generation) << 32 | UInt64(UInt32(bitPattern: descriptor))
  }
}
