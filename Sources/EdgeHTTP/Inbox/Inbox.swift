import API
import CLinux
import Connectors
import Glibc
import Proto
import Service

/// Imports the files that arrive in a folder, one at a time. Scans the folder on its own thread: when something changes
/// in it, and every minute. Belongs to the edge's loop.
final class Inbox: PollHandler {
  private let loop: Loop
  private let session: any Upstream
  private let uses: ConnectorUses
  private let log: Log
  private let program: ImportProgram
  private let storage: any InboxStorage
  private let notices: InboxNotices?
  /// The thread that uses the disk, or nil for the edge's loop.
  private let disk: Loop?
  private var queue: InboxQueue
  private var isClaimed = false
  private var isBusy = false
  private var isStopped = false
  private var timer: LoopTimer?
  private var running: InboxImport?
  private var lastUser: String?
  /// The users who exist, so that a folder cannot create one.
  private var users: Set<String> = []

  init(
    loop: Loop, session: any Upstream, uses: ConnectorUses, log: Log, program: ImportProgram,
    storage: any InboxStorage, notices: InboxNotices? = nil, disk: Loop? = nil,
    quiet: Int64 = InboxQueue.quiet
  ) {
    queue = InboxQueue(quiet: quiet)
    self.loop = loop
    self.session = session
    self.uses = uses
    self.log = log
    self.program = program
    self.storage = storage
    self.notices = notices
    self.disk = disk
  }

  private var now: Int64 { Int64(loop.now / 1_000_000) }

  func start() {
    if let notices { try? loop.watch(notices.descriptor, events: EPOLLIN.rawValue, handler: self) }
    scan()
  }

  func stop() {
    isStopped = true
    timer?.cancel()
    if let notices { loop.unwatch(notices.descriptor) }
    running?.interrupt()
    running = nil
    disk?.stop()
  }

  func ready(_ events: UInt32) {
    notices?.clear()
    schedule(Limits.inboxNoticeMilliseconds)
  }

  private func schedule(_ milliseconds: Int) {
    guard !isStopped, !isBusy, running == nil else { return }
    timer?.cancel()
    timer = loop.schedule(afterMilliseconds: milliseconds) { [weak self] in self?.scan() }
  }

  /// Runs `work` where the disk is used, then `done` on the edge's loop.
  private func onDisk<Value: Sendable>(
    _ work: @escaping @Sendable (any InboxStorage) -> Value, _ done: @escaping (Inbox, Value) -> Void
  ) {
    guard let disk else { return done(self, work(storage)) }
    let back = LoopLocal(onLoop: loop, (inbox: self, done: done))
    disk.execute { [storage] in
      let value = work(storage)
      back.loop.execute {
        if !back.value.inbox.isStopped { back.value.done(back.value.inbox, value) }
      }
    }
  }

  private func scan() {
    guard !isStopped, !isBusy, running == nil else { return }
    isBusy = true
    let isClaimed = isClaimed
    onDisk { storage -> [InboxFile: InboxStamp]? in
      isClaimed || storage.claim() ? storage.scan() : nil
    } _: { inbox, found in
      inbox.isBusy = false
      inbox.isClaimed = found != nil
      inbox.queue.take(found ?? [:], now: inbox.now)
      inbox.next()
    }
  }

  /// Begins the next import, or waits for the next scan.
  private func next() {
    guard !isStopped, let (file, stamp) = queue.next(now: now, after: lastUser) else {
      return schedule(Int(queue.wait(now: now)))
    }
    lastUser = file.user
    isBusy = true
    checkUser(file.user) { [weak self] exists in
      guard let self, !isStopped else { return }
      isBusy = false
      guard exists else {
        queue.delay(file, now: now)
        return next()
      }
      begin(file, stamp)
    }
  }

  private func checkUser(_ user: String, _ done: @escaping (Bool) -> Void) {
    if users.contains(user) { return done(true) }
    let meta = CallMeta(user: nil, deadline: Int(Limits.callMilliseconds))
    session.send(SessionAPI.FetchHeads(users: [user]), meta) { [weak self] result in
      guard case .success(let reply) = result, reply.heads.contains(where: { $0.seq > 0 }) else { return done(false) }
      if let self, users.count < Limits.inboxNames { users.insert(user) }
      done(true)
    }
  }

  private func begin(_ file: InboxFile, _ stamp: InboxStamp) {
    guard let order = file.order else {
      let advice = "put it into a folder that is named after its format, such as 'health-auto-export'"
      return finish(file, stamp, .failed(reason: "the name does not show the format of the file; \(advice)"))
    }
    guard stamp.size <= Int64(Limits.fileBytes) else {
      let most = Limits.fileBytes >> 20
      return finish(file, stamp, .failed(reason: "the file is larger than \(most) MiB; use 'waymark import'"))
    }
    isBusy = true
    onDisk { storage in
      storage.open(file, stamp)
    } _: { inbox, descriptor in
      inbox.isBusy = false
      // The file changed. The next scan sees it again.
      guard let descriptor else {
        inbox.queue.remove(file)
        return inbox.next()
      }
      inbox.uses.note(.inbox, of: file.user, second: Int64(time(nil))) {}
      inbox.running = InboxImport(
        loop: inbox.loop, inbox.program, order, user: file.user, descriptor
      ) { [weak inbox] outcome in
        inbox?.running = nil
        inbox?.finish(file, stamp, outcome)
      }
    }
  }

  private func finish(_ file: InboxFile, _ stamp: InboxStamp, _ outcome: InboxOutcome) {
    guard !isStopped else { return }
    let failure: String?
    switch outcome {
    case .later:
      // The user may have been deleted meanwhile.
      users.remove(file.user)
      queue.delay(file, now: now)
      return next()
    case .interrupted:
      if queue.interrupt(file, now: now) { return next() }
      let reason = "its import was ended \(InboxQueue.interruptions) times, perhaps for lack of memory"
      return finish(file, stamp, .failed(reason: "\(reason); use 'waymark import'"))
    case .done(let problem):
      failure = nil
      if let problem { uses.note("'\(file.name)': \(problem)", .inbox, of: file.user) {} }
    case .failed(let reason):
      failure = reason
      let first = reason.split(separator: "\n").first ?? ""
      uses.note("'\(file.name)' was not imported: \(first)", .inbox, of: file.user) {}
    }
    isBusy = true
    onDisk { storage in
      storage.move(file, stamp, failure: failure)
    } _: { inbox, problem in
      inbox.isBusy = false
      if let problem {
        inbox.log.warning(
          "a file of the inbox stays where it is", ["user": file.user, "file": file.name, "reason": problem])
        inbox.queue.delay(file, now: inbox.now)
      } else {
        inbox.queue.remove(file)
      }
      inbox.next()
    }
  }
}
