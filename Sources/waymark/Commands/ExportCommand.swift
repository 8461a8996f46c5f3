import API
import CLinux
import Glibc
import Proto
import Service

/// What `GET /export` and `GET /account/export` give, from the running services.
enum ExportCommand {
  static func run(_ invocation: Invocation) throws -> Int32 {
    try invocation.arguments.expectWords(0...0)
    let values = invocation.arguments.values
    guard let user = values["user"] else { throw UsageFailure("needs --user U") }
    let kind = try choice(SessionAPI.ExportKind.self, values["kind"], "kind")
    let format = try choice(SessionAPI.ExportFormat.self, values["format"], "format")
    if kind == nil, format == .csv {
      throw UsageFailure("the whole account is one JSON document; --format csv needs --kind")
    }
    let settings = invocation.settings
    let service = kind == .insights ? StatsAPI.service : SessionAPI.service
    let file = try ExportFile(path: values["output"])
    do {
      try LoopRunner.run { loop in
        let session = Client<SessionAPI>(
          loop: loop, path: settings.socketPath(SessionAPI.service), build: Build.version)
        let stats = Client<StatsAPI>(loop: loop, path: settings.socketPath(StatsAPI.service), build: Build.version)
        try await write(Pages(session: session, stats: stats, user: user), kind, format, to: file)
      }
      try file.finish()
    } catch {
      file.discard()
      guard let fault = error as? Fault else { throw error }
      throw ServiceCall.explained(fault, service, settings)
    }
    return 0
  }

  private static func choice<Value: RawRepresentable & CaseIterable>(
    _ type: Value.Type, _ text: String?, _ flag: String
  ) throws -> Value? where Value.RawValue == String {
    guard let text else { return nil }
    guard let value = Value(rawValue: text) else {
      let names = Value.allCases.map(\.rawValue).joined(separator: ", ")
      throw UsageFailure("no \(flag) '\(text)'; there are \(names)")
    }
    return value
  }

  private struct Pages: Sendable {
    let session: Client<SessionAPI>
    let stats: Client<StatsAPI>
    let user: String

    var meta: CallMeta { CallMeta(user: user, deadline: ServiceCall.patienceMilliseconds) }

    func page(
      _ kind: SessionAPI.ExportKind?, _ format: SessionAPI.ExportFormat?, after: String?
    ) async throws(Fault) -> SessionAPI.ReadExport.Reply {
      switch kind {
      case nil: try await session.call(SessionAPI.ReadAccount(after: after), meta: meta)
      case .insights: try await stats.call(StatsAPI.ExportMonths(format: format), meta: meta)
      case let kind?:
        try await session.call(SessionAPI.ReadExport(kind: kind, format: format, after: after), meta: meta)
      }
    }

    /// Asking for what a user has must not make one.
    func checkUser() async throws {
      let heads = try await session.call(SessionAPI.FetchHeads(users: [user]), meta: CallMeta()).heads
      guard heads.first?.seq ?? 0 > 0 else {
        throw CommandFailure("there is no user '\(user)'; 'waymark user list' shows who there is")
      }
    }
  }

  private static func write(
    _ pages: Pages, _ kind: SessionAPI.ExportKind?, _ format: SessionAPI.ExportFormat?, to file: ExportFile
  ) async throws {
    try await pages.checkUser()
    var after: String?
    repeat {
      let page = try await pages.page(kind, format, after: after)
      try file.write(page.bytes)
      after = page.next
    } while after != nil
  }
}

/// Standard output, or a file that has its name only when it is whole.
final class ExportFile: Sendable {
  /// Nil where nothing is to be renamed: a pipe or a device takes the bytes as they come.
  private let path: String?
  private let descriptor: Int32

  private var part: String? { path.map { $0 + ".part" } }

  init(path: String?) throws {
    guard let path else {
      self.path = nil
      descriptor = STDOUT_FILENO
      return
    }
    var status = stat()
    guard stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG else {
      self.path = nil
      descriptor = open(path, O_WRONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw Self.failure("cannot write \(path)") }
      return
    }
    // A link stays, and what it leads to is replaced.
    let file = Files.real(path) ?? path
    self.path = file
    // What it holds is for its owner alone.
    descriptor = open(file + ".part", O_CREAT | O_WRONLY | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Self.failure("cannot make \(file).part") }
  }

  func write(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw Self.failure("cannot write \(part ?? "what is to be exported")") }
      rest = rest.dropFirst(count)
    }
  }

  func finish() throws {
    guard let path, let part else { return }
    guard fsync(descriptor) == 0, close(descriptor) == 0, rename(part, path) == 0 else {
      throw Self.failure("cannot write \(path)")
    }
  }

  func discard() {
    if let part { unlink(part) }
  }

  private static func failure(_ what: String) -> CommandFailure {
    CommandFailure("\(what): \(String(cString: strerror(errno)))")
  }
}

extension Command {
  static let export = Command(
    name: "export", synopsis: "--user U [--kind K]", summary: "what a user has, as CSV or JSON",
    details: """
      KIND is \(SessionAPI.ExportKind.allCases.map(\.rawValue).joined(separator: ", ")), as csv (the default) or json.
      Without --kind it is the whole account as one JSON document, which 'waymark import waymark' reads. Needs a running
      stack. A file has its name only once it is whole.
      """,
    flags: [
      Flag("user", value: "U", "whose it is"), Flag("kind", value: "K", "one kind alone"),
      Flag("format", value: "F", "csv or json, of one kind"),
      Flag("output", value: "FILE", "where to write it (default: standard output)"),
    ], run: ExportCommand.run)
}
