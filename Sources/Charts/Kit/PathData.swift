#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Reads the lines of an icon, written as the path data of SVG: moves, lines, cubic curves and arcs of circles.
struct PathData {
  /// The names of the commands with the number of their arguments.
  private static let commands: [Character: Int] = ["M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "A": 7, "Z": 0]

  private(set) var steps: [Outline.Step] = []
  private var at = Point(0, 0)
  private var start = Point(0, 0)

  /// Returns nil if the text is no such path.
  init?(_ text: String) {
    var rest = Substring(text)
    while let name = rest.popFirst() {
      guard let count = Self.commands[Character(name.uppercased())] else { return nil }
      var numbers: [Double] = []
      while let number = Self.number(&rest) { numbers.append(number) }
      guard count == 0 ? numbers.isEmpty : !numbers.isEmpty && numbers.count.isMultiple(of: count) else { return nil }
      if count == 0 {
        steps.append(.close)
        at = start
      }
      for first in stride(from: 0, to: numbers.count, by: max(count, 1)) {
        // Further points of a move are lines.
        let isFurther = first > 0 && name.uppercased() == "M"
        add(
          isFurther ? "L" : Character(name.uppercased()), Array(numbers[first..<first + count]),
          from: name.isLowercase ? at : Point(0, 0))
      }
    }
  }

  /// Takes a number from the text, with the spaces and commas before it. A sign or a second point begins the next one.
  private static func number(_ text: inout Substring) -> Double? {
    var rest = text.drop { $0 == " " || $0 == "," }
    var digits = ""
    if rest.first == "-" { digits.append(rest.removeFirst()) }
    while let character = rest.first, character.isNumber || character == "." && !digits.contains(".") {
      digits.append(rest.removeFirst())
    }
    guard let number = Double(digits) else { return nil }
    text = rest
    return number
  }

  private mutating func add(_ name: Character, _ numbers: [Double], from origin: Point) {
    func point(_ place: Int) -> Point { Point(origin.x + numbers[place], origin.y + numbers[place + 1]) }
    switch name {
    case "M":
      at = point(0)
      start = at
      steps.append(.move(at))
    case "C":
      at = point(4)
      steps.append(.curve(point(0), point(2), at))
    case "A":
      let end = point(5)
      addArc(radius: numbers[0], isLarge: numbers[3] != 0, isClockwise: numbers[4] != 0, to: end)
      at = end
    default:
      switch name {
      case "H": at.x = origin.x + numbers[0]
      case "V": at.y = origin.y + numbers[0]
      default: at = point(0)
      }
      steps.append(.line(at))
    }
  }

  private mutating func addArc(radius: Double, isLarge: Bool, isClockwise: Bool, to end: Point) {
    let half = Point((at.x - end.x) / 2, (at.y - end.y) / 2)
    let chord = half.x * half.x + half.y * half.y
    guard chord > 0 else { return }
    let radius = max(radius, chord.squareRoot())
    let reach = (max(0, radius * radius - chord) / chord).squareRoot() * (isLarge == isClockwise ? -1 : 1)
    let centre = Point((at.x + end.x) / 2 + reach * half.y, (at.y + end.y) / 2 - reach * half.x)
    let first = atan2(at.y - centre.y, at.x - centre.x)
    var turn = atan2(end.y - centre.y, end.x - centre.x) - first
    if isClockwise, turn < 0 { turn += 2 * Double.pi }
    if !isClockwise, turn > 0 { turn -= 2 * Double.pi }
    // A cubic curve of at most a quarter turn.
    let count = max(1, Int((abs(turn) / (Double.pi / 2)).rounded(.up)))
    let step = turn / Double(count)
    let pull = 4.0 / 3.0 * tan(step / 4) * radius
    func around(_ angle: Double) -> Point { Point(centre.x + radius * cos(angle), centre.y + radius * sin(angle)) }
    for index in 0..<count {
      let (from, to) = (first + Double(index) * step, first + Double(index + 1) * step)
      let (one, other) = (around(from), around(to))
      steps.append(
        .curve(
          Point(one.x - pull * sin(from), one.y + pull * cos(from)),
          Point(other.x + pull * sin(to), other.y - pull * cos(to)), index == count - 1 ? end : other))
    }
  }
}
