import Chronology
import Domain

/// Reads activities from FIT files: one ruck per session, or one of all points if a file has no session.
struct FIT: FormatReader {
  private enum Message { static let session = 18, record = 20, event = 21 }
  private enum Timer { static let event = 0.0, stops: Set = [1.0, 4, 8, 9] }

  /// FIT counts seconds from 1989-12-31.
  private static let epoch: Int64 = 631_065_600
  private static let degrees = 180.0 / 2_147_483_648
  /// The maximum number of sessions that wait for points after them.
  private static let mostWaiting = 100

  private let options: ActivityOptions
  private var reader = FITReader()
  private var points = FITPoints()
  /// Sessions whose points follow them, as some programs write them.
  private var waiting: [FITSession] = []
  private var activities = 0
  /// The number of the file within a chain of files, and whether it has a session.
  private var file = 0
  private var hasSession = false

  init(_ options: ActivityOptions) {
    self.options = options
  }

  mutating func read(_ bytes: ArraySlice<UInt8>, into findings: inout Findings) throws(ImportError) {
    var messages: [FITMessage] = []
    reader.wanted = [Message.session, Message.record, Message.event]
    try reader.read(bytes) { messages.append($0) }
    for message in messages { try take(message, &findings) }
  }

  mutating func finish(into findings: inout Findings) throws(ImportError) {
    try reader.finish()
    try endFile(&findings)
    guard activities > 0 else { throw ImportError("the FIT file contains no activity") }
    guard reader.isIncomplete, !findings.rucks.isEmpty else { return }
    let end = Self.instant(Double(reader.lastTime)).map { ", at \($0)" } ?? ""
    findings.note(line: activities, "the file is incomplete or damaged after its last readable message\(end)")
  }

  /// Adds the points of a file without a session as one activity.
  private mutating func endFile(_ findings: inout Findings) throws(ImportError) {
    defer { (points, hasSession, waiting) = (FITPoints(), false, []) }
    for session in waiting { try options.add(session.whole, to: &findings) }
    guard !hasSession, points.track.startedAt != nil else { return }
    activities += 1
    var activity = FoundActivity(line: activities)
    activity.track = points.track
    activity.distance = points.distance
    try options.add(activity, to: &findings)
  }

  private mutating func take(_ message: FITMessage, _ findings: inout Findings) throws(ImportError) {
    let fields = message.fields
    if message.file != file {
      try endFile(&findings)
      file = message.file
    }
    if message.number == Message.record { return add(point: fields) }
    if message.number == Message.event {
      guard fields[0] == Timer.event, let kind = fields[1], Timer.stops.contains(kind) else { return }
      points.track.pause()
      for place in waiting.indices { waiting[place].points.track.pause() }
      return
    }
    hasSession = true
    activities += 1
    var activity = FoundActivity(line: activities)
    if let number = fields[5].map({ Int($0) }) {
      let other = FITSport.other(number, kind: fields[6].map { Int($0) })
      activity.sport = other ?? FITSport.name(number)
      activity.isOther = other != nil || !FITSport.onFoot.contains(number)
    }
    activity.startedAt = Self.instant(fields[2])
    // Some programs write a timer that exceeds the elapsed time.
    if let start = activity.startedAt, let elapsed = fields[7], elapsed > 0 {
      activity.endedAt = start + Int64((max(elapsed, fields[8] ?? 0) / 1_000).rounded())
    } else {
      activity.endedAt = Self.instant(fields[253])
    }
    activity.movingSeconds = (fields[59] ?? fields[8]).map { $0 / 1_000 }
    activity.distance = fields[9].map { $0 / 100 }
    activity.calories = fields[11].flatMap { $0 > 0 ? $0 : nil }
    activity.climb = fields[22]
    let session = FITSession(activity: activity, points: points)
    if points.track.startedAt == nil, waiting.count < Self.mostWaiting { return waiting.append(session) }
    points = FITPoints()
    try options.add(session.whole, to: &findings)
  }

  /// Adds a point to the earlier session that contains its time, otherwise to the next session.
  private mutating func add(point fields: [Int: Double]) {
    let time = Self.instant(fields[253])
    if let place = waiting.lastIndex(where: { $0.contains(time) }) {
      waiting[place].points.add(fields, at: time)
    } else {
      points.add(fields, at: time)
    }
  }

  static func instant(_ seconds: Double?) -> Instant? {
    // A smaller number is the time since the device was switched on.
    guard let seconds, seconds >= 268_435_456 else { return nil }
    return Instant(seconds: epoch + Int64(seconds))
  }

  static func angle(_ semicircles: Double?) -> Double? {
    semicircles.map { $0 * degrees }
  }
}

/// The points of a session so far.
private struct FITPoints {
  var track = Track()
  /// The distance that the device counted, if it did.
  var distance: Double?

  mutating func add(_ fields: [Int: Double], at time: Instant?) {
    let height = (fields[78] ?? fields[2]).map { $0 / 5 - 500 }
    if let metres = fields[5] { distance = max(distance ?? 0, metres / 100) }
    track.add(
      latitude: FIT.angle(fields[0]), longitude: FIT.angle(fields[1]), height: height,
      heartRate: fields[3].flatMap { Int(exactly: $0) }, at: time)
  }
}

/// A session with its points.
private struct FITSession {
  /// The tolerance for devices that round their times.
  private static let slackSeconds: Int64 = 1

  var activity: FoundActivity
  var points = FITPoints()

  var whole: FoundActivity {
    var whole = activity
    whole.track = points.track
    // Programs that do not count the distance write 0.
    whole.distance = activity.distance.flatMap { $0 > 0 ? $0 : nil } ?? points.distance
    return whole
  }

  func contains(_ time: Instant?) -> Bool {
    guard let time, let start = activity.startedAt else { return true }
    guard time - start >= -Self.slackSeconds else { return false }
    return activity.endedAt.map { time - $0 <= Self.slackSeconds } ?? true
  }
}
