import API
import Chronology
import Connectors
import Crypto
import Domain
import Proto
import Storage

/// Stores the actions of one upload in the transaction of its user.
struct EpisodeUploads {
  let transaction: UserTransaction
  let zones: any ZoneSource
  private(set) var state: UploadState
  private(set) var reply: SessionAPI.RecordEpisodeActions.Reply
  /// The outcomes whose anomalies are logged.
  private(set) var outcomes: [ListeningRules.Outcome] = []
  private var episodes: Int?

  private var user: String { transaction.user }
  private var rows: Rows { transaction.rows }

  init(_ transaction: UserTransaction, _ zones: any ZoneSource) throws {
    self.transaction = transaction
    self.zones = zones
    state = try transaction.beginUpload()
    reply = SessionAPI.RecordEpisodeActions.Reply(stamp: state.stamp, added: 0, alreadyThere: 0, problems: [])
  }

  mutating func add(_ action: SessionAPI.EpisodeAction, place: Int) throws {
    guard let (storyId, latest) = try story(of: action) else {
      return note(place, "the limit of \(GpodderLimits.episodes) episodes is reached")
    }
    let digest = Self.digest(of: action)
    guard try !EpisodeActionStore.has(user, digest: digest, isLatest: action.at == nil, rows) else {
      reply.alreadyThere += 1
      // Without a time, the same action may report a later playing. With a time, it reports no playing that
      // began after it.
      if action.at == nil { try listen(action, storyId, place) }
      return
    }
    let own = LatestAction(at: action.at ?? transaction.now, stamp: state.stamp, place: place)
    let isLatest = latest.map { $0 < own } ?? true
    try EpisodeActionStore.insert(
      action, of: storyId, stamp: state.stamp, place: place, digest: digest, isLatest: isLatest, user,
      transaction.storage)
    if isLatest {
      try EpisodeActionStore.setLatest(
        own, of: storyId, podcast: action.podcast, replacing: latest, user, transaction.storage)
    }
    state.actions += 1
    reply.added += 1
    try listen(action, storyId, place)
  }

  /// Stores the number of actions and deletes those over the limit.
  mutating func close() throws {
    let excess = state.actions - GpodderLimits.actions
    if excess > 0 {
      state.actions -= try EpisodeActionStore.deleteOldest(excess, of: user, transaction.storage)
    }
    try EpisodeActionStore.save(state, of: user, transaction.storage)
  }

  private mutating func note(_ place: Int, _ reason: String) {
    guard reply.problems.count < GpodderLimits.problems else { return }
    reply.problems.append(SessionAPI.ItemProblem(index: place, reason: reason))
  }

  /// An episode that is known by its guid or its URL keeps its story. Returns nil if the user has too many episodes.
  private mutating func story(of action: SessionAPI.EpisodeAction) throws -> (id: String, LatestAction?)? {
    let names = [action.guid, action.episode].compactMap { name in
      name.map { PodcastStory.hash(podcast: action.podcast, name: $0) }
    }
    let known = try names.map { try EpisodeActionStore.storyId(user, hash: $0, rows) }
    let id: String
    if let found = known.compactMap(\.self).first {
      id = found
    } else {
      let count = try episodes ?? EpisodeActionStore.episodeCount(user, rows)
      guard count < GpodderLimits.episodes else { return nil }
      episodes = count + 1
      id = PodcastStory.id(podcast: action.podcast, guid: action.guid, episode: action.episode)
    }
    for (name, found) in zip(names, known) where found == nil {
      try EpisodeActionStore.addName(name, of: id, user, transaction.storage)
    }
    return (id, try EpisodeActionStore.latest(user, of: id, rows))
  }

  private mutating func listen(_ action: SessionAPI.EpisodeAction, _ storyId: String, _ place: Int) throws {
    guard let report = PlayReport(action, now: transaction.now) else { return }
    do {
      if let outcome = try transaction.record(report, of: storyId, action, zones) { outcomes.append(outcome) }
    } catch let rejection as Rejection {
      note(place, rejection.violations.first.map { "\($0.field) \($0.message)" } ?? "it is not valid")
    }
  }

  /// Identifies an action by everything that the client sent.
  static func digest(of action: SessionAPI.EpisodeAction) -> Int64 {
    let numbers = [action.started, action.position, action.total].map { $0.map { "\($0)" } }
    let texts = [action.podcast, action.episode, action.guid, action.device, action.kind.rawValue, action.timestamp]
    // No member has a line feed.
    let text = (texts + numbers).map { $0.map { "=" + $0 } ?? "" }.joined(separator: "\n")
    return SHA256.prefix(0, 0, Array(text.utf8))
  }
}

extension UserTransaction {
  /// Returns the state of a new upload, whose stamp is greater than all before.
  func beginUpload() throws -> UploadState {
    let last = try EpisodeActionStore.uploads(user, rows)
    return UploadState(stamp: UploadStamp.next(after: last?.stamp, now: now), actions: last?.actions ?? 0)
  }

  /// Records listening. Returns nil if the report changes nothing.
  fileprivate func record(
    _ report: PlayReport, of storyId: String, _ action: SessionAPI.EpisodeAction, _ zones: any ZoneSource
  ) throws -> ListeningRules.Outcome? {
    let device = action.device ?? ""
    let playing = try PlayingStore.playings(user, of: storyId, on: device, from: report.started, rows)
      .first { PlayRules.isSame($0, report) }
    let session = try playing.flatMap {
      try ListeningStore.session(user, storyId: storyId, startedAt: $0.startedAt, rows)
    }
    guard
      let listening = PlayRules.listening(report, of: storyId, continuing: playing, session: session, now: now),
      let startedAt = listening.startedAt
    else { return nil }
    let violations = listening.violations(now: now)
    try violations.reject()
    let story = try connectorStory(storyId, title: PodcastStory.title(of: action.episode), feed: action.podcast, zones)
    {
      PodcastStory.estimate(total: report.total, position: report.position, known: $0, isGuess: $1)
    }
    var changed =
      playing
      ?? Playing(
        started: report.started, position: report.position, reportedAt: report.endedAt, startedAt: startedAt,
        written: nil)
    changed.position = report.position
    guard let story else { return nil }
    if playing == nil, try isTaken(startedAt, of: storyId) {
      try PlayingStore.save(changed, of: storyId, on: device, user, storage)
      return nil
    }
    let outcome = try ListeningRules.outcome(of: listening, story: story, known: session, now: now)
    guard case .unchanged = outcome else {
      try apply(outcome, of: story, zones)
      changed.written = WrittenSession(outcome.session)
      try PlayingStore.save(changed, of: storyId, on: device, user, storage)
      return outcome
    }
    return nil
  }

  /// Whether a session of the story has, or had before a person deleted it, this start.
  private func isTaken(_ startedAt: Instant, of storyId: String) throws -> Bool {
    try ListeningStore.session(user, storyId: storyId, startedAt: startedAt, rows) != nil
      || PlayingStore.hasStart(user, of: storyId, at: startedAt, rows)
  }
}
