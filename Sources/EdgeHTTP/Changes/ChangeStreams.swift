import API
import Glibc
import Proto

/// The open streams of changes, by user, and the calls that wait for them. Belongs to the edge's loop.
final class ChangeStreams {
  private let loop: Loop
  private let credentials: Credentials
  private let metrics: EdgeMetrics
  private let links: WaitLinks
  private var watches: [String: ChangeWatch] = [:]
  private(set) var count = 0
  /// Users whose call has failed: it is tried again.
  private var failed: [ChangeWatch] = []
  private var retry: LoopTimer?
  private var check: LoopTimer?

  init(loop: Loop, credentials: Credentials, metrics: EdgeMetrics, waits: @escaping () -> any Upstream) {
    self.loop = loop
    self.credentials = credentials
    self.metrics = metrics
    links = WaitLinks(waits)
  }

  var isFull: Bool { count >= Limits.streams }

  /// Nil where the user has as many as may be.
  func open(_ connection: HTTPConnection, _ credential: HeldCredential) -> ChangeStream? {
    let user = connection.identity.user
    let watch = watches[user] ?? ChangeWatch(user: user)
    guard watch.streams.count < Limits.streamsOfUser else { return nil }
    watches[user] = watch
    let stream = ChangeStream(connection, watch, credential)
    watch.streams.append(stream)
    count += 1
    metrics.streams(count)
    if check == nil { checkLater() }
    return stream
  }

  /// The first event; from here on the stream gets what comes.
  func begin(_ stream: ChangeStream, _ first: ChangeEvent) {
    stream.begin(first)
    metrics.sentEvents(1)
    guard !stream.watch.isWaiting else { return }
    stream.watch.seq = first.seq
    wait(stream.watch)
  }

  func leave(_ stream: ChangeStream) {
    let watch = stream.watch
    guard let place = watch.streams.firstIndex(where: { $0 === stream }) else { return }
    watch.streams.remove(at: place)
    count -= 1
    metrics.streams(count)
    guard watch.streams.isEmpty, watches[watch.user] === watch else { return }
    watches[watch.user] = nil
    watch.cancel?()
    watch.cancel = nil
  }

  /// All streams end; their clients come again.
  func stop() {
    for watch in watches.values {
      for stream in watch.streams where stream.hasBegun { stream.connection.endStream() }
    }
  }
}

// Waiting.
extension ChangeStreams {
  private func wait(_ watch: ChangeWatch) {
    watch.isWaiting = true
    guard let (place, upstream) = links.take() else { return fail(watch) }
    let call = SessionAPI.WaitForChange(after: watch.seq, wait: Limits.waitMilliseconds)
    let meta = CallMeta(user: watch.user, deadline: Limits.waitMilliseconds + Limits.waitGraceMilliseconds)
    watch.cancel = upstream.sendCancellable(call, as: ChangeEvent.self, meta) { [self] result in
      links.give(back: place)
      watch.cancel = nil
      guard !watch.streams.isEmpty else { return }
      accept(result, watch)
    }
  }

  private func accept(_ result: Result<ChangeEvent, Fault>, _ watch: ChangeWatch) {
    if case .failure(let fault) = result, fault.code == .unauthenticated { return end(watch) }
    guard case .success(let event) = result else { return fail(watch) }
    guard event.seq != watch.seq else { return wait(watch) }
    metrics.sentEvents(watch.deliver(event))
    // Who writes much is answered in events that are not closer together than this.
    loop.schedule(afterMilliseconds: Limits.eventPauseMilliseconds) { [self] in
      if !watch.streams.isEmpty { wait(watch) }
    }
  }

  /// The account is gone: nothing will change any more.
  private func end(_ watch: ChangeWatch) {
    watch.isWaiting = false
    for stream in watch.streams where stream.hasBegun { stream.connection.endStream() }
  }

  /// The service is away, or does not take it: the streams stay, and what they miss they are sent afterwards.
  private func fail(_ watch: ChangeWatch) {
    failed.append(watch)
    guard retry == nil else { return }
    retry = loop.schedule(afterMilliseconds: Limits.waitRetryMilliseconds) { [self] in
      retry = nil
      let again = failed
      failed = []
      for watch in again where !watch.streams.isEmpty { wait(watch) }
    }
  }
}

// Credentials.
extension ChangeStreams {
  private func checkLater() {
    check = loop.schedule(afterMilliseconds: Limits.streamCheckMilliseconds) { [self] in
      check = nil
      guard count > 0 else { return }
      checkCredentials()
    }
  }

  /// Ends the streams whose credentials are good no longer.
  private func checkCredentials() {
    var streams: [HeldCredential: [ChangeStream]] = [:]
    for watch in watches.values {
      for stream in watch.streams { streams[stream.credential, default: []].append(stream) }
    }
    credentials.findEnded(Array(streams.keys), second: Int64(time(nil))) { [self] ended in
      for credential in ended {
        for stream in streams[credential] ?? [] where stream.hasBegun { stream.connection.endStream() }
      }
      if check == nil, count > 0 { checkLater() }
    }
  }
}
