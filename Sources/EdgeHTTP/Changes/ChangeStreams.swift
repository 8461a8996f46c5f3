import API
import Glibc
import Proto

/// The open streams of changes by user, and the calls that wait for them. Belongs to the edge's loop.
final class ChangeStreams {
  private let loop: Loop
  private let credentials: Credentials
  private let metrics: EdgeMetrics
  private let links: WaitLinks
  private var watches: [String: ChangeWatch] = [:]
  private(set) var count = 0
  /// Users whose call has failed and is retried.
  private var failed: [ChangeWatch] = []
  private var retry: LoopTimer?
  private var check: LoopTimer?

  init(loop: Loop, credentials: Credentials, metrics: EdgeMetrics, waits: @escaping () -> any Upstream) {
    self.loop = loop
    self.credentials = credentials
    self.metrics = metrics
    links = WaitLinks(waits)
  }

  func open(_ connection: HTTPConnection, _ credential: HeldCredential) throws(LimitRejection) -> ChangeStream {
    guard count < Limits.streams else { throw LimitRejection(.streams, 503, "too many open streams; retry later") }
    let user = connection.identity.user
    let watch = watches[user] ?? ChangeWatch(user: user)
    guard watch.streams.count < Limits.streamsOfUser else {
      throw LimitRejection(
        .userStreams, 429, "the user has \(Limits.streamsOfUser) open streams, the most allowed; close one first")
    }
    watches[user] = watch
    let stream = ChangeStream(connection, watch, credential)
    watch.add(stream)
    count += 1
    metrics.streams(count)
    if check == nil { scheduleCheck() }
    return stream
  }

  /// Sends the first event; from now on the stream gets each change.
  func begin(_ stream: ChangeStream, _ first: ChangeEvent) {
    stream.begin(first)
    metrics.sentEvents(1)
    guard !stream.watch.isWaiting else { return }
    stream.watch.begin(at: first.seq)
    wait(stream.watch)
  }

  func leave(_ stream: ChangeStream) {
    let watch = stream.watch
    guard watch.remove(stream) else { return }
    count -= 1
    metrics.streams(count)
    guard watch.streams.isEmpty, watches[watch.user] === watch else { return }
    watches[watch.user] = nil
    watch.cancel()
  }

  /// Ends all streams; their clients reconnect.
  func stop() {
    for watch in watches.values { end(watch) }
  }

  private func end(_ watch: ChangeWatch) {
    for stream in watch.streams where stream.hasBegun { stream.connection.endStream() }
  }
}

// Waiting.
extension ChangeStreams {
  private func wait(_ watch: ChangeWatch) {
    watch.startWaiting()
    guard let (place, upstream) = links.take() else { return fail(watch) }
    let call = SessionAPI.WaitForChange(after: watch.seq, wait: Limits.waitMilliseconds)
    let meta = CallMeta(user: watch.user, deadline: Limits.waitMilliseconds + Limits.waitGraceMilliseconds)
    var hasEnded = false
    let cancel = upstream.sendCancellable(call, as: ChangeEvent.self, meta) { [self] result in
      links.release(place)
      hasEnded = true
      watch.callEnded()
      guard !watch.streams.isEmpty else { return }
      accept(result, watch)
    }
    if !hasEnded { watch.callStarted(cancel) }
  }

  private func accept(_ result: Result<ChangeEvent, Fault>, _ watch: ChangeWatch) {
    // The account is deleted: nothing will change any more.
    if case .failure(let fault) = result, fault.code == .unauthenticated {
      watch.stopWaiting()
      return end(watch)
    }
    guard case .success(let event) = result else { return fail(watch) }
    guard event.seq != watch.seq else { return wait(watch) }
    metrics.sentEvents(watch.deliver(event))
    // Many writes in a short time become few events.
    loop.schedule(afterMilliseconds: Limits.eventPauseMilliseconds) { [self] in
      if !watch.streams.isEmpty { wait(watch) }
    }
  }

  /// The service is unavailable or rejects the call: the streams stay open and receive later what they missed.
  private func fail(_ watch: ChangeWatch) {
    failed.append(watch)
    guard retry == nil else { return }
    retry = loop.schedule(afterMilliseconds: Limits.waitRetryMilliseconds) { [self] in
      retry = nil
      let retried = failed
      failed = []
      for watch in retried where !watch.streams.isEmpty { wait(watch) }
    }
  }
}

// Credentials.
extension ChangeStreams {
  private func scheduleCheck() {
    check = loop.schedule(afterMilliseconds: Limits.streamCheckMilliseconds) { [self] in
      check = nil
      if count > 0 { checkCredentials() }
    }
  }

  /// Ends the streams whose credentials have expired or were revoked.
  private func checkCredentials() {
    var streams: [HeldCredential: [ChangeStream]] = [:]
    for watch in watches.values {
      for stream in watch.streams { streams[stream.credential, default: []].append(stream) }
    }
    credentials.findEnded(Array(streams.keys), second: Int64(time(nil))) { [self] ended in
      for credential in ended {
        for stream in streams[credential] ?? [] where stream.hasBegun { stream.connection.endStream() }
      }
      if check == nil, count > 0 { scheduleCheck() }
    }
  }
}
