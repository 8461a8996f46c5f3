import Chronology
import Glibc
import Service

/// Makes backups into one directory, one at a time, and removes the oldest once there is a new one. What fails is
/// reported and tried again; the stack does not notice.
struct BackupTurns: Sendable {
  var plan: BackupPlan
  var settings: Settings
  private let shelf: BackupShelf
  private let log: Log

  init(_ plan: BackupPlan, _ settings: Settings) {
    self.plan = plan
    self.settings = settings
    shelf = BackupShelf(Self.absolute(plan.directory))
    log = settings.makeLog("backup")
  }

  /// The directory may be gone just now, so that it is not asked.
  static func absolute(_ path: String) -> String {
    let bare = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    guard !bare.hasPrefix("/"), let here = getcwd(nil, 0) else { return bare }
    defer { free(here) }
    return String(cString: here) + "/" + (bare.hasPrefix("./") ? String(bare.dropFirst(2)) : bare)
  }

  /// Until this process is ended.
  func run() throws -> Never {
    for number in [SIGTERM, SIGINT] { signal(number) { _ in _exit(0) } }
    // Some parents hand on signals that are blocked.
    var none = sigset_t()
    sigemptyset(&none)
    sigprocmask(SIG_SETMASK, &none, nil)
    var failed: Instant?
    while true {
      let now = Instant.now
      let newest = BackupShelf.newest(shelf.copies, now: now)
      let due = BackupShelf.due(newest: newest, failed: failed, everySeconds: plan.everySeconds, now: now)
      guard now >= due else {
        // Often enough to notice that the clock was set.
        poll(nil, 0, Int32(min(due.seconds - now.seconds, 60) * 1_000))
        continue
      }
      do {
        let made = try once()
        failed = nil
        log.info(
          "a backup is made", ["path": made.path, "events": "\(made.manifest.events)", "bytes": "\(made.bytes)"])
      } catch {
        failed = Instant.now
        log.warning("a backup failed, and is tried again", ["reason": "\(error)", "directory": shelf.directory])
      }
    }
  }

  /// One backup now, and as many left as are to be kept.
  func once() throws -> BackupMaker.Made {
    let maker = BackupMaker(settings: settings, showsProgress: false)
    try maker.checkData()
    var now = Instant.now
    // Two of one second would have the same name.
    while access("\(shelf.directory)/\(BackupShelf.name(now))", F_OK) == 0 {
      poll(nil, 0, 50)
      now = Instant.now
    }
    return try BackupNote.keep(in: settings, at: now, log) { [now] in
      try prepare()
      let part = try PartDirectory(shelf.part)
      shelf.clean()
      let made = try maker.make(in: part, as: "\(shelf.directory)/\(BackupShelf.name(now))", at: now)
      for copy in BackupShelf.surplus(shelf.copies, new: made.path, keep: plan.keep) {
        do {
          try BackupShelf.remove(copy.path)
        } catch {
          log.warning("an old backup cannot be removed", ["path": copy.path, "reason": "\(error)"])
        }
      }
      return made
    }
  }

  /// A directory that has held backups and is gone is a disk that is not there, and is not made anew in its place.
  private func prepare() throws {
    let path = shelf.directory
    if access(path, F_OK) == 0 { return }
    if let last = BackupRecord.read(in: settings.data).good?.path, last.hasPrefix(path + "/") {
      throw CommandFailure("\(path) is gone, and held the last backup; where that is right, make the directory again")
    }
    guard mkdir(path, 0o700) == 0 else { throw CommandFailure("cannot make \(path): \(Errno.text)") }
  }
}

/// Keeps in the data directory what has become of an attempt.
enum BackupNote {
  static func keep(
    in settings: Settings, at now: Instant, _ log: Log, _ attempt: () throws -> BackupMaker.Made
  ) throws -> BackupMaker.Made {
    var record = BackupRecord.read(in: settings.data)
    func write() {
      do throws(SettingsError) {
        try record.write(in: settings.data)
      } catch {
        log.warning("what became of a backup cannot be noted", ["reason": "\(error)"])
      }
    }
    do {
      let made = try attempt()
      record = BackupRecord()
      record.good = BackupRecord.Good(at: now, path: made.path)
      write()
      return made
    } catch {
      record.failure = BackupRecord.Failure(at: now, reason: "\(error)")
      write()
      throw error
    }
  }
}
