/// Parses chunks of a JSON text and passes on the objects of the wanted arrays one at a time, because the whole text
/// may exceed the memory.
struct JSONElements {
  private struct Frame {
    var isArray: Bool
    /// The keys on the path to this value, joined by points.
    var path: String
    var key = ""
    var expectsKey: Bool
    /// Whether the next item of a wanted array has not started yet.
    var awaitsMember = false
  }

  /// The number of items of wanted arrays that are not objects, and the lines of the first ones.
  private(set) var strayCount = 0
  private(set) var strayLines: [Int] = []
  /// Whether the text contains one of the wanted arrays, even an empty one.
  private(set) var hasWanted = false

  /// The paths of the wanted arrays. "" is the outermost value.
  private let wanted: Set<String>
  /// The members of the outermost object to keep, and those that were found: texts, numbers, literals.
  private let kept: Set<String>
  private(set) var members: [String: String] = [:]
  /// Whether lists within the objects are emptied, because they are long and not needed.
  private let emptiesLists: Bool
  /// The name of the lists that are kept, unless they are too long.
  private let keptList: [UInt8]
  /// The path of an object that shows that the text is of the expected kind.
  private let mark: String?
  private(set) var hasMark = false
  private var frames: [Frame] = []
  /// The number of the last line that was read.
  private(set) var line = 1
  private var hasBegun = false
  private var isInString = false
  private var isEscaped = false
  private var name: [UInt8] = []
  /// The object that is being collected, its current depth, and its first line.
  private var element: [UInt8] = []
  private var depth = 0
  private var elementLine = 1
  /// The depth within a list that is emptied, or 0.
  private var emptiedDepth = 0
  /// The depth within a list that is kept, or 0, and where it starts.
  private var keptDepth = 0
  private var keptStart = 0
  /// The start of the last string in the object.
  private var lastText: [UInt8] = []
  private var skippedMark = 0

  init(
    _ wanted: Set<String>, keeping kept: Set<String> = [], emptyingLists emptiesLists: Bool = false,
    except keptList: String = "", mark: String? = nil
  ) {
    self.keptList = [UInt8](keptList.utf8)
    self.mark = mark
    self.wanted = wanted
    self.kept = kept
    self.emptiesLists = emptiesLists
  }

  mutating func read(
    _ bytes: ArraySlice<UInt8>, _ each: (Int, [UInt8]) throws(ImportError) -> Void
  ) throws(ImportError) {
    for byte in bytes {
      if byte == 0x0A { line += 1 }
      if depth > 0 {
        try gather(byte, each)
      } else if isInString {
        readName(byte)
      } else {
        try take(byte)
      }
    }
  }

  /// Whether the text ends before its outermost value does.
  var isIncomplete: Bool { !frames.isEmpty || depth > 0 || isInString }

  func finish() throws(ImportError) {
    guard hasBegun else { throw ImportError("the file is empty") }
    if isIncomplete { throw ImportError("the JSON is incomplete") }
  }

  private mutating func gather(
    _ byte: UInt8, _ each: (Int, [UInt8]) throws(ImportError) -> Void
  ) throws(ImportError) {
    let isClosing = !isInString && byte == 0x5D && depth == emptiedDepth
    if emptiedDepth == 0 || isClosing { element.append(byte) }
    if keptDepth > 0, element.count - keptStart > ImportLimits.keptListBytes { emptyKeptList() }
    guard element.count <= ImportLimits.elementBytes else {
      throw ImportError("line \(elementLine): an object is larger than \(ImportLimits.elementBytes >> 20) MiB")
    }
    if isInString {
      if isEscaped {
        isEscaped = false
      } else if byte == 0x5C {
        isEscaped = true
      } else if byte == 0x22 {
        isInString = false
      }
      if emptiesLists, isInString, lastText.count < ImportLimits.quotedCharacters { lastText.append(byte) }
      return
    }
    switch byte {
    case 0x22:
      isInString = true
      lastText.removeAll(keepingCapacity: true)
    case 0x7B, 0x5B: depth += 1
    case 0x7D, 0x5D: depth -= 1
    default: return
    }
    if emptiesLists, emptiedDepth == 0, keptDepth == 0, byte == 0x5B { beginList() }
    if depth < emptiedDepth { emptiedDepth = 0 }
    if depth < keptDepth { keptDepth = 0 }
    if depth == 0 {
      try each(elementLine, element)
      element.removeAll(keepingCapacity: element.capacity < ImportLimits.rowBytes)
    }
  }

  private mutating func beginList() {
    guard lastText == keptList else { return emptiedDepth = depth }
    (keptDepth, keptStart) = (depth, element.count)
  }

  private mutating func emptyKeptList() {
    element.removeSubrange(keptStart...)
    (emptiedDepth, keptDepth) = (keptDepth, 0)
  }

  private mutating func readName(_ byte: UInt8) {
    if isEscaped {
      isEscaped = false
    } else if byte == 0x5C {
      isEscaped = true
    } else if byte == 0x22 {
      isInString = false
      guard let last = frames.indices.last else { return }
      if frames[last].expectsKey {
        frames[last].key = String(decoding: name, as: UTF8.self)
      } else if last == 0, kept.contains(frames[0].key) {
        members[frames[0].key] = String(decoding: name, as: UTF8.self)
      }
      return
    }
    if name.count < ImportLimits.quotedCharacters { name.append(byte) }
  }

  private mutating func take(_ byte: UInt8) throws(ImportError) {
    switch byte {
    case 0x20, 0x09, 0x0A, 0x0D: return
    case 0xEF, 0xBB,
      0xBF where !hasBegun && skippedMark < 3:
      skippedMark += 1
    case 0x7B, 0x5B: try open(isArray: byte == 0x5B)
    case 0x7D, 0x5D:
      guard let last = frames.popLast(), last.isArray == (byte == 0x5D) else { throw wrong }
    case _ where frames.isEmpty: throw wrong
    case 0x22:
      noteStray()
      isInString = true
      name.removeAll(keepingCapacity: true)
    case 0x3A: frames[frames.count - 1].expectsKey = false
    case 0x2C:
      frames[frames.count - 1].expectsKey = !frames[frames.count - 1].isArray
      frames[frames.count - 1].awaitsMember = true
    case 0x2B, 0x2D, 0x2E, 0x30...0x39, 0x41...0x5A, 0x61...0x7A:
      noteStray()
      keep(byte)
    default: throw wrong
    }
  }

  /// Counts an item that is not an object.
  private mutating func noteStray() {
    guard let last = frames.last, last.isArray, last.awaitsMember, wanted.contains(last.path) else { return }
    frames[frames.count - 1].awaitsMember = false
    strayCount += 1
    if strayLines.count < ImportLimits.problems { strayLines.append(line) }
  }

  /// Keeps a character of a number or literal.
  private mutating func keep(_ byte: UInt8) {
    guard !kept.isEmpty, frames.count == 1, !frames[0].isArray, kept.contains(frames[0].key),
      members[frames[0].key, default: ""].utf8.count < ImportLimits.quotedCharacters
    else { return }
    members[frames[0].key, default: ""].unicodeScalars.append(Unicode.Scalar(byte))
  }

  private mutating func open(isArray: Bool) throws(ImportError) {
    guard !(hasBegun && frames.isEmpty) else { throw wrong }
    hasBegun = true
    if let last = frames.last {
      guard frames.count < ImportLimits.jsonDepth else {
        throw ImportError("line \(line): the JSON is nested too deeply")
      }
      if last.isArray, !isArray, wanted.contains(last.path) {
        (element, depth, elementLine) = ([0x7B], 1, line)
        frames[frames.count - 1].awaitsMember = false
        return
      }
      let path = last.isArray ? last.path + "[]" : last.path.isEmpty ? last.key : last.path + "." + last.key
      if path == mark, !isArray { hasMark = true }
      if isArray, !wanted.contains(path) { noteStray() }
      frames.append(Frame(isArray: isArray, path: path, expectsKey: !isArray, awaitsMember: isArray))
    } else {
      frames.append(Frame(isArray: isArray, path: "", expectsKey: !isArray, awaitsMember: isArray))
    }
    if isArray, let last = frames.last, wanted.contains(last.path) { hasWanted = true }
  }

  private var wrong: ImportError { ImportError("line \(line): not valid JSON") }
}
