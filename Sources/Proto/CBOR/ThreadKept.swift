#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The reusable state of the coder, per thread.
enum ThreadKept {
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    let failure = pthread_key_create(&key) { kept in
      #if canImport(Glibc)
        guard let kept else { return }
      #endif
      DecodeState.free(kept.assumingMemoryBound(to: DecodeState.self))
    }
    precondition(failure == 0, "cannot create a key for thread-local data")
    return key
  }()

  @inline(__always)
  static func decodeState(first item: CBORItem) -> UnsafeMutablePointer<DecodeState>? {
    guard let kept = pthread_getspecific(key) else { return make(first: item) }
    return kept.assumingMemoryBound(to: DecodeState.self)
  }

  @inline(never)
  private static func make(first item: CBORItem) -> UnsafeMutablePointer<DecodeState>? {
    let state = DecodeState.makeKept(first: item)
    guard pthread_setspecific(key, state) == 0 else {
      DecodeState.free(state)
      return nil
    }
    return state
  }
}
