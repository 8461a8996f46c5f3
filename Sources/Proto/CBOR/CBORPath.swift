/// Finds how a client would name a place: `sessions[3].startedAt`.
enum CBORPath {
  /// The path to the item at `place`, or to the entry that it is the key of. The bytes are well-formed.
  static func path(to place: Int, in bytes: UnsafeRawBufferPointer) -> String {
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

  /// One level down from the item at `offset`, towards `place`; nil where nothing further down begins before it.
  private static func step(from offset: Int, to place: Int, in item: CBORItem) -> (Step, Int)? {
    let end = item.end(at: offset)
    guard place < end else { return nil }
    var inner = offset + item.headBytes(at: offset)
    var index = 0
    switch item.byte(offset) >> 5 {
    case 4:
      while item.end(at: inner) <= place {
        inner = item.end(at: inner)
        index += 1
      }
      return (.index(index), inner)
    case 5:
      while true {
        let value = item.end(at: inner)
        let next = item.end(at: value)
        // A place in the key is the entry's.
        if place < next { return (.key(keyText(at: inner, in: item)), max(value, place < value ? place : value)) }
        inner = next
      }
    case 6: return (.none, inner)
    default: return nil
    }
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
