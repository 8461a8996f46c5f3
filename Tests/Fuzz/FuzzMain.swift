import Glibc

private let target: FuzzTarget = {
  let name = getenv("WAYMARK_FUZZ_TARGET").map { String(cString: $0) } ?? ""
  guard let target = FuzzTarget(rawValue: name) else { fatalError("WAYMARK_FUZZ_TARGET names no target") }
  return target
}()

/// The entry point for libFuzzer. Built only by `deploy/fuzz`.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  target.check(Array(UnsafeRawBufferPointer(start: start, count: count)))
  return 0
}
