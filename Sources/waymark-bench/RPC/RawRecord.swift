import Glibc

/// The benchmark's call and reply, encoded by hand for this one call: the least work possible.
struct RawRecord {
  var storyId: (UInt64, UInt16) = (0x7374_6F72_792D_3030, 0x3432)
  var startedAt: UInt32 = 1_790_000_000
  var endedAt: UInt32 = 1_790_001_800
  var completed = true
  var duration = 1712.5
  var count: UInt8 = 7

  static let frameBytes = 256

  init() {}

  /// Reads a frame's members; nil if they are not the expected ones.
  init?(frame: UnsafeMutableRawPointer, isReply: Bool) {
    var cursor = RawCursor(at: frame + 9)
    if isReply {
      guard cursor.load(UInt8.self) == 0xA7, cursor.key("id") else { return nil }
      cursor.at += 11
    } else {
      guard cursor.load(UInt8.self) == 0x83, cursor.key("bench.record"), cursor.load(UInt8.self) == 0xA2,
        cursor.key("user"), cursor.key("demo"), cursor.key("deadline"), cursor.load(UInt8.self) == 0x19
      else { return nil }
      guard cursor.load(UInt16.self) > 0, cursor.load(UInt8.self) == 0xA6 else { return nil }
    }
    guard cursor.key("storyId"), cursor.load(UInt8.self) == 0x6A else { return nil }
    storyId = (cursor.load(UInt64.self), cursor.load(UInt16.self))
    guard cursor.key("startedAt"), cursor.load(UInt16.self) == 0xC11A else { return nil }
    startedAt = cursor.load(UInt32.self)
    guard cursor.key("endedAt"), cursor.load(UInt16.self) == 0xC11A else { return nil }
    endedAt = cursor.load(UInt32.self)
    guard cursor.key("completed") else { return nil }
    completed = cursor.load(UInt8.self) == 0xF5
    guard cursor.key("duration"), cursor.load(UInt8.self) == 0xFB else { return nil }
    duration = Double(bitPattern: cursor.load(UInt64.self))
    guard cursor.key("count") else { return nil }
    count = cursor.load(UInt8.self)
  }

  /// Writes a whole frame and returns its length.
  func write(_ call: UInt32, isReply: Bool, to base: UnsafeMutableRawPointer) -> Int {
    var cursor = RawCursor(at: base + 9)
    if isReply {
      cursor.store(UInt8(0xA7))
      cursor.putKey("id")
      cursor.store(UInt8(0x6A))
      cursor.store(storyId.0)
      cursor.store(storyId.1)
    } else {
      cursor.store(UInt8(0x83))
      cursor.putKey("bench.record")
      cursor.store(UInt8(0xA2))
      cursor.putKey("user")
      cursor.putKey("demo")
      cursor.putKey("deadline")
      cursor.store(UInt8(0x19))
      cursor.store(UInt16(30_000))
      cursor.store(UInt8(0xA6))
    }
    cursor.putKey("storyId")
    cursor.store(UInt8(0x6A))
    cursor.store(storyId.0)
    cursor.store(storyId.1)
    cursor.putKey("startedAt")
    cursor.store(UInt16(0xC11A))
    cursor.store(startedAt)
    cursor.putKey("endedAt")
    cursor.store(UInt16(0xC11A))
    cursor.store(endedAt)
    cursor.putKey("completed")
    cursor.store(UInt8(completed ? 0xF5 : 0xF4))
    cursor.putKey("duration")
    cursor.store(UInt8(0xFB))
    cursor.store(duration.bitPattern)
    cursor.putKey("count")
    cursor.store(count)
    let size = cursor.at - base
    base.storeBytes(of: UInt32(size - 4).bigEndian, as: UInt32.self)
    base.storeBytes(of: isReply ? 3 : 2, toByteOffset: 4, as: UInt8.self)
    base.storeBytes(of: call.bigEndian, toByteOffset: 5, as: UInt32.self)
    return size
  }
}

struct RawCursor {
  var at: UnsafeMutableRawPointer

  /// A text of less than 24 bytes.
  mutating func putKey(_ text: StaticString) {
    store(0x60 | UInt8(truncatingIfNeeded: text.utf8CodeUnitCount))
    memcpy(at, text.utf8Start, text.utf8CodeUnitCount)
    at += text.utf8CodeUnitCount
  }

  /// Skips a text and returns whether it is the expected one.
  mutating func key(_ text: StaticString) -> Bool {
    guard load(UInt8.self) == 0x60 | UInt8(truncatingIfNeeded: text.utf8CodeUnitCount) else { return false }
    defer { at += text.utf8CodeUnitCount }
    return memcmp(at, text.utf8Start, text.utf8CodeUnitCount) == 0
  }

  mutating func store<Value: FixedWidthInteger>(_ value: Value) {
    at.storeBytes(of: value.bigEndian, as: Value.self)
    at += MemoryLayout<Value>.size
  }

  mutating func load<Value: FixedWidthInteger>(_ type: Value.Type) -> Value {
    defer { at += MemoryLayout<Value>.size }
    return Value(bigEndian: at.loadUnaligned(as: Value.self))
  }
}
