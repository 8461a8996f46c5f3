import CLinux
import Glibc
import Operations
import Proto
import Service

/// A Goodreads list of 200 MB that `waymark import` plans, imports and imports again, with its time and its memory.
enum ImportBench {
  static let bench = Bench(
    name: "import", summary: "waymark import of a Goodreads list of 200 MB: seconds and peak memory", run: run)

  private static let longestSeconds = 60.0
  private static let mostMegabytes = 256.0

  private static func run() throws -> [BenchRow] {
    let stack = try BenchStack()
    defer { stack.stop() }
    let path = stack.settings.data + "/goodreads.csv"
    let count = try GoodreadsList.write(to: path)
    let parsing = try PlainTable.seconds(reading: path)
    // In the data directory, so that both use the same disk. A book is a work and an entry.
    let sqlite = try SQLiteInserts(path: stack.settings.data + "/baseline.sqlite", rowsPerCommit: 400)
    let inserting = Double(2 * count) / (try sqlite.rate(rows: 2 * count, from: 0))
    let read = (name: "a plain reader of its cells", seconds: parsing)
    let written = (name: "SQLite, two rows per book", seconds: inserting)
    var rows: [BenchRow] = []
    for (name, flags, baseline) in [
      ("a dry run", ["--dry-run"], read), ("the import", [], written), ("the import again", [], read),
    ] {
      let measure = try ImportMeasure.of(path, flags, books: count, stack)
      rows += [
        BenchRow(
          "\(name), \(count) books", measure.seconds, "s", baseline: baseline.name, baselineValue: baseline.seconds,
          target: "≤ 60 s", met: measure.seconds <= longestSeconds),
        BenchRow("\(name), processor time of the command", measure.processorSeconds, "s"),
        BenchRow("\(name), processor time of the services", measure.serviceSeconds, "s"),
        BenchRow(
          "\(name), peak memory of the command", measure.megabytes, "MB", target: "≤ 256 MB",
          met: measure.megabytes <= mostMegabytes),
      ]
    }
    return rows
  }
}

/// One run of the command.
private struct ImportMeasure {
  private static let sampleMilliseconds: CInt = 20

  var seconds = 0.0
  var processorSeconds = 0.0
  var serviceSeconds = 0.0
  var megabytes = 0.0

  static func of(_ path: String, _ flags: [String], books: Int, _ stack: BenchStack) throws -> ImportMeasure {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw BenchFailure("cannot create a pipe: \(Errno.text)") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    let arguments = ["waymark", "import", "goodreads", path, "--user", "me", "--json", "--data", stack.settings.data]
    var measure = ImportMeasure()
    let spentBefore = stack.processes.map { ProcessorTime.of(process: $0.pid) }.reduce(0, +)
    let start = Clock.nanoseconds
    let pid = try BenchStack.spawn(try BenchStack.executable(), arguments + flags, output: ends[1])
    close(ends[1])
    var output: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      // The highest memory never falls, so the last sample has it. That of `wait4` would include this process's.
      measure.megabytes = max(measure.megabytes, megabytes(of: pid))
      var state = pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)
      guard poll(&state, 1, sampleMilliseconds) > 0 else { continue }
      let count = read(ends[0], &buffer, buffer.count)
      guard count > 0 else { break }
      output += buffer[..<count]
    }
    var (status, usage): (Int32, rusage) = (0, rusage())
    guard wait4(pid, &status, 0, &usage) == pid, status == 0 else { throw BenchFailure("the import failed") }
    measure.seconds = Double(Clock.nanoseconds - start) / 1e9
    measure.processorSeconds = [usage.ru_utime, usage.ru_stime].reduce(0) {
      $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6
    }
    let spent = stack.processes.map { ProcessorTime.of(process: $0.pid) }.reduce(0, +)
    measure.serviceSeconds = Double(spent - spentBefore) / 1e9
    let found = ["added", "alreadyThere"].compactMap { number($0, in: String(decoding: output, as: UTF8.self)) }
    guard found.count == 2, found.reduce(0, +) == books else { throw BenchFailure("the import lost books: \(found)") }
    return measure
  }

  /// The first member with the name; the totals of a report precede its details.
  private static func number(_ name: String, in report: String) -> Int? {
    let mark = "\"\(name)\":"
    guard let place = report.firstRange(of: mark) else { return nil }
    return Int(report[place.upperBound...].prefix { $0.isNumber })
  }

  /// The highest resident memory of a process so far.
  private static func megabytes(of pid: pid_t) -> Double {
    guard let bytes = try? Files.read("/proc/\(pid)/status") else { return 0 }
    let line = String(decoding: bytes, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return (line?.split(separator: " ").dropFirst().first.flatMap { Double($0) } ?? 0) * 1_024 / 1e6
  }
}

/// A list of books as Goodreads exports it, with the same bytes each time.
private enum GoodreadsList {
  private static let byteCount = 200_000_000
  private static let words = """
    the of night river stone glass winter house sea garden light shadow war king daughter song fire city dream island \
    last first road forest memory letter silence storm heart golden dark empire machine mountain summer bird paper
    """.split(whereSeparator: \.isWhitespace)
  private static let names = "Anna Maria James Ngozi Haruki Elena Omar Ruth Chinua Isabel Jorge Toni Ursula Leila Tom"
    .split(separator: " ")
  private static let families = "Austen Okafor Murakami Herbert Morrison Silva Novak Tanaka Larsen Petrov Haddad Rossi"
    .split(separator: " ")
  private static let header = """
    Book Id,Title,Author,Author l-f,Additional Authors,ISBN,ISBN13,My Rating,Average Rating,Publisher,Binding,\
    Number of Pages,Year Published,Original Publication Year,Date Read,Date Added,Bookshelves,\
    Bookshelves with positions,Exclusive Shelf,My Review,Spoiler,Private Notes,Read Count,Owned Copies

    """

  /// Returns the number of books.
  static func write(to path: String) throws(BenchFailure) -> Int {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw BenchFailure("cannot create \(path): \(Errno.text)") }
    defer { close(file) }
    var random = RandomNumbers()
    var (count, size) = (0, 0)
    var block = Array(header.utf8)
    while size < byteCount {
      while block.count < 1 << 20, size + block.count < byteCount {
        count += 1
        block += row(count, &random).utf8
      }
      guard block.withUnsafeBytes({ Glibc.write(file, $0.baseAddress, $0.count) }) == block.count else {
        throw BenchFailure("cannot write \(path): \(Errno.text)")
      }
      size += block.count
      block.removeAll(keepingCapacity: true)
    }
    return count
  }

  /// Some books have the title and the author of another one, as in a real list.
  private static func row(_ number: Int, _ random: inout RandomNumbers) -> String {
    func capitalised(_ count: Int) -> String {
      (0..<count).map { _ in
        let word = random.element(words)
        return word.prefix(1).uppercased() + word.dropFirst()
      }.joined(separator: " ")
    }
    var title = capitalised(2 + random.below(4))
    if random.below(3) == 0 { title += ": " + capitalised(3) }
    if random.below(3) == 0 { title += " (\(capitalised(1)) \(random.below(9_000)), #\(1 + random.below(9)))" }
    let (name, family) = (random.element(names), random.element(families) + String(random.below(500)))
    let isRead = random.below(3) > 0
    let (month, day) = (10 + random.below(3), 10 + random.below(18))
    let read = isRead && random.below(4) > 0 ? "20\(10 + random.below(14))/\(month)/\(day)" : ""
    let review = isRead && random.below(4) == 0 ? praise(1 + random.below(12)) : ""
    let shelf = isRead ? "read" : "to-read"
    let other = random.below(5) == 0 ? "\(random.element(names)) \(random.element(families))" : ""
    let cells = [
      "\(number)", "\"\(title)\"", "\(name) \(family)", "\"\(family), \(name)\"", other,
      formula(shortISBN(of: number)), formula(isbn(of: number)),
      "\(random.below(6))", "3.94", "Penguin Books and Company", "Paperback", "\(90 + random.below(800))",
      "\(1_950 + random.below(74))", "\(1_900 + random.below(50))", read, "2022/01/\(day)",
      random.below(5) == 0 ? "favorites" : shelf, "\(shelf) (#\(number))", shelf, review, "", "", isRead ? "1" : "0",
      "0",
    ]
    return cells.joined(separator: ",") + "\n"
  }

  /// Goodreads writes ISBNs as formulas, which spreadsheets do not turn into numbers.
  private static func formula(_ text: String) -> String { "\"=\"\"\(text)\"\"\"" }

  private static func praise(_ count: Int) -> String {
    String(repeating: "I would give this book to a friend. ", count: count)
  }

  /// The nine digits that both forms of an ISBN share. Each book has its own.
  private static func digits(of number: Int) -> String {
    String(String(1_000_000_000 + number * 1_301 % 1_000_000_000).dropFirst())
  }

  private static func isbn(of number: Int) -> String {
    let digits = "978" + digits(of: number)
    let sum = digits.utf8.enumerated().reduce(0) { $0 + Int($1.element - 0x30) * ($1.offset % 2 == 0 ? 1 : 3) }
    return digits + String((10 - sum % 10) % 10)
  }

  private static func shortISBN(of number: Int) -> String {
    let digits = digits(of: number)
    let sum = digits.utf8.enumerated().reduce(0) { $0 + Int($1.element - 0x30) * (10 - $1.offset) }
    let last = (11 - sum % 11) % 11
    return digits + (last == 10 ? "X" : String(last))
  }
}

/// A linear congruential generator, which gives the same numbers each time.
private struct RandomNumbers {
  private var state: UInt64 = 22

  mutating func below(_ count: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % count
  }

  mutating func element(_ list: [Substring]) -> Substring { list[below(list.count)] }
}

/// A table that is read in chunks and cut into cells, and nothing else.
private enum PlainTable {
  static func seconds(reading path: String) throws(BenchFailure) -> Double {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw BenchFailure("cannot open \(path): \(Errno.text)") }
    defer { close(file) }
    let start = Clock.nanoseconds
    var chunk = [UInt8](repeating: 0, count: 256 << 10)
    var cell: [UInt8] = []
    var (isQuoted, rows, longest) = (false, 0, 0)
    while true {
      let count = read(file, &chunk, chunk.count)
      guard count > 0 else { break }
      for byte in chunk[..<count] {
        switch byte {
        case 0x22: isQuoted.toggle()
        case 0x2C where !isQuoted, 0x0A where !isQuoted:
          longest = max(longest, cell.count)
          if byte == 0x0A { rows += 1 }
          cell.removeAll(keepingCapacity: true)
        default: cell.append(byte)
        }
      }
    }
    guard rows > 0, longest > 0 else { throw BenchFailure("\(path) is empty") }
    return Double(Clock.nanoseconds - start) / 1e9
  }
}
