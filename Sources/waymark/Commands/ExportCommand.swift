import API
import CLinux
import Glibc
import Operations
import Proto
import Service

/// `waymark export`: the same bytes as `GET /export` and `GET /account/export`, from the running services.
enum ExportCommand {
  static func run(_ invocation: Invocation) throws -> Int32 {
    try invocation.arguments.expectWords(0...0)
    let values = invocation.arguments.values
    guard let user = values["user"] else { throw UsageFailure("needs --user U") }
    let kind = try choice(SessionAPI.ExportKind.self, values["kind"], "kind")
    let format = try choice(SessionAPI.ExportFormat.self, values["format"], "format")
    if kind == nil, format == .csv {
      throw UsageFailure("an account export is always JSON; --format csv needs --kind")
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
      throw UsageFailure("unknown \(flag) '\(text)'; give one of \(names)")
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

    /// Throws if the user does not exist: reading an export would create the user.
    func checkUser() async throws {
      let heads = try await session.call(SessionAPI.FetchHeads(users: [user]), meta: CallMeta()).heads
      guard heads.first?.seq ?? 0 > 0 else {
        throw CommandFailure("there is no user '\(user)'; 'waymark user list' shows all users")
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

/// Standard output, or a file that gets its name when it is complete.
final class ExportFile: Sendable {
  /// Nil for standard output, a pipe or a device, which are written directly.
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
    // Follows a symbolic link and replaces its target.
    let file = Files.real(path) ?? path
    self.path = file
    // Readable only by its owner: an export is private.
    descriptor = open(file + ".part", O_CREAT | O_WRONLY | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Self.failure("cannot create \(file).part") }
  }

  /// A terminal shows the bytes, and is not controlled by them.
  func write(_ bytes: [UInt8]) throws {
    let isShown = isatty(descriptor) == 1
    var rest = isShown ? Array(VisibleText.escaped(String(decoding: bytes, as: UTF8.self)).utf8)[...] : bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw Self.failure("cannot write \(part ?? "the export")") }
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
    name: "export", synopsis: "--user U [--kind K]", summary: "exports the data of a user as CSV or JSON",
    details: """
      K is one of \(SessionAPI.ExportKind.allCases.map(\.rawValue).joined(separator: ", ")); the format is csv (the
      default) or json. Without --kind, the whole account is exported as one JSON document, which 'waymark import
      waymark' reads. Needs a running stack. The file appears only when it is complete.
      """,
    flags: [
      Flag("user", value: "U", "the user to export"), Flag("kind", value: "K", "export only one kind"),
      Flag("format", value: "F", "csv or json, with --kind"),
      Flag("output", value: "FILE", "the file to write (default: standard output)"),
    ], run: ExportCommand.run)
}
