import Glibc
import Operations
import Service
import Storage

/// Prints the first lines of `up` when the stack responds: its address, and the set-up link while there is no admin. If
/// the link cannot be created, for example on a full disk, the stack starts anyway and the link is retried.
final class Announcement {
  private static let pause = 10_000

  private let settings: Settings
  private let demo: Demo?
  private var isAnnounced = false
  private var retryAt = 0
  private var address: ListenAddress?

  /// Throws if the database cannot be used at all.
  init(_ settings: Settings, demo: Demo?) throws {
    self.settings = settings
    self.demo = demo
    do {
      try JournalAccess.withPeople(settings, .creating) { _ in }
    } catch let error as DatabaseError where error.isTransient {
      // The stack waits for the database.
    }
  }

  /// Prints only the ready line on standard output, for programs that wait for it.
  func ready(_ address: ListenAddress) {
    self.address = address
    retryAt = Clock.milliseconds + Self.pause
    if let problem = announce(address) {
      settings.makeLog("up").warning("cannot create a set-up link yet; retrying", ["error": problem])
    }
    Output.print("waymark ready http://\(address)")
    demo?.begin(origin: base(address))
  }

  /// Called at intervals after `ready`.
  func retry(now: Int) {
    guard let address else { return }
    if let outcome = demo?.takeOutcome() { show(outcome, address) }
    guard !isAnnounced, now >= retryAt else { return }
    retryAt = now + Self.pause
    _ = announce(address)
  }

  private func base(_ address: ListenAddress) -> String {
    (try? SignInLink.base(settings, at: address)) ?? "http://\(address)"
  }

  private func show(_ outcome: Demo.Outcome, _ address: ListenAddress) {
    let name = DemoYear.user
    if case .failed(let reason) = outcome {
      let hint = "start again with --demo to complete it"
      return settings.makeLog("up").warning("the demo year is incomplete", ["error": reason, "hint": hint])
    }
    let result = outcome == .added ? "now has a year of data" : "already has data; nothing was added"
    let code = settings.logFormat == .text ? try? SignInLink.code(settings, user: name) : nil
    guard let code else {
      let hint = "waymark sign-in --user \(name)"
      return settings.makeLog("up").info("the user \(name) \(result)", ["hint": hint])
    }
    let link = SignInLink.url(base(address), code)
    Output.printError(
      "The user \(name) \(result). This link signs a browser in as \(name), once, within 10 minutes:\n\(link)")
  }

  /// Returns why it is not possible now.
  private func announce(_ address: ListenAddress) -> String? {
    do {
      show(try SetUpLink.make(settings, at: address, .writing), address)
      isAnnounced = true
      return nil
    } catch {
      return "\(error)"
    }
  }

  private func show(_ link: String?, _ address: ListenAddress) {
    switch settings.logFormat {
    case .json:
      // Structured logs are stored and read by others, so they do not contain the link. The line does not depend on the
      // log level.
      let log = Log(service: "up", level: .info, format: .json)
      guard link != nil else { return log.info("up", ["address": "http://\(address)/"]) }
      log.info("up", ["address": "http://\(address)/", "setupLinkFile": settings.setupLinkPath])
    case .text:
      let start = "waymark is up at \(base(address))/"
      let next = link.map { ". This link creates the first admin (also in \(settings.setupLinkPath)):\n\($0)" }
      Output.printError(start + (next ?? ""))
    }
  }
}
