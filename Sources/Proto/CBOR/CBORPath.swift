/// Returns the path of a place as clients write it: `sessions[3].startedAt`.
package enum CBORPath {
  /// Returns the path to the item at `place`, or to the entry whose key it is. The bytes are well-formed.
  package static func path(to place: Int, in bytes: UnsafeRawBufferPointer) -> String {
    guard let base = bytes.baseAddress, place < bytes.count else { return "" }
    let item = CBORItem(base)
    var path = ""
    var offset = 0
    while offset < place, let (step, inner) = step(from: offset, to: place, in: item) {
      append(step, to: &path)
      offset = inner
    }
    return path
  }

  enum Step {
    case key(String)
    case index(Int)
    case none
  }

  static func append(_ step: Step, to path: inout String) {
    switch step {
    case .key(let key): path += path.isEmpty ? key : ".\(key)"
    case .index(let index): path += "[\(index)]"
    case .none: break
    }
  }

  /// Returns the child of the item at `offset` that contains `place`, or nil if none does.
  private static func step(from offset: Int, to place: Int, in item: CBORItem) -> (Step, Int)? {
    let end = item.end(at: offset)
    var inner = offset + item.headBytes(at: offset)
    let major = item.byte(offset) >> 5
    guard place >= inner, place < end else { return nil }
    if major == 6 { return (.none, inner) }
    guard major == 4 || major == 5 else { return nil }
    var index = 0
    // The last byte may be the break of an indefinite container.
    while inner < end && item.byte(inner) != 0xFF {
      let value = major == 5 ? item.end(at: inner) : inner
      let next = item.end(at: value)
      if place < next {
        // A place within a key belongs to the entry.
        return major == 5 ? (.key(keyText(at: inner, in: item)), place < value ? place : value) : (.index(index), value)
      }
      inner = next
      index += 1
    }
    return nil
  }

  static func keyText(at offset: Int, in item: CBORItem) -> String {
    switch item.byte(offset) >> 5 {
    case 0: "\(item.argument(at: offset))"
    case 1: "-\(item.argument(at: offset) &+ 1)"
    case 3: item.text(at: offset)
    default: "?"
    }
  }
}
