import Chronology
public import Domain
public import Proto

/// Decodes recorded sessions and rucks directly, because a journal consists mostly of them and a rebuilding view reads
/// them all.
///
/// Members are expected in their encoded order. Each name is preceded by its CBOR head, 0x60 plus the length, which is
/// an ASCII letter.
extension Event: QuickDecodable {
  public init?(quickly reader: inout QuickReader) {
    guard reader.pass(0x82) else { return nil }
    if reader.pass("psession.recorded") {
      guard reader.pass(0xA1), reader.pass("gsession"), let session = ListeningSession(quickly: &reader) else {
        return nil
      }
      self = .listening(.recorded(ListeningRecorded(session: session)))
    } else if reader.pass("preading.recorded") {
      guard reader.pass(0xA1), reader.pass("gsession"), let session = ReadingSession(quickly: &reader) else {
        return nil
      }
      self = .reading(.recorded(ReadingRecorded(session: session)))
    } else if reader.pass("mruck.recorded") {
      guard reader.pass(0xA1), reader.pass("druck"), let ruck = Ruck(quickly: &reader) else { return nil }
      self = .rucks(.recorded(RuckRecorded(ruck: ruck)))
    } else {
      return nil
    }
  }
}

extension ListeningSession {
  fileprivate init?(quickly reader: inout QuickReader) {
    guard reader.pass(0xA6), reader.pass("gstoryId"), let storyId = reader.text(),
      reader.pass("istartedAt"), let startedAt = reader.instant(),
      reader.pass("gendedAt"), let endedAt = reader.instant(),
      reader.pass("icompleted"), let completed = reader.bool(),
      reader.pass("hduration"), let duration = reader.double(),
      reader.pass("egiven"), let given = reader.optional({ $0.double() })
    else { return nil }
    self.init(
      storyId: storyId, startedAt: Instant(seconds: startedAt), endedAt: Instant(seconds: endedAt),
      completed: completed, duration: duration, given: given)
  }
}

extension ReadingSession {
  fileprivate init?(quickly reader: inout QuickReader) {
    guard reader.pass(0xA5), reader.pass("fworkId"), let workId = reader.text(),
      reader.pass("istartedAt"), let startedAt = reader.instant(),
      reader.pass("gendedAt"), let endedAt = reader.instant(),
      reader.pass("istartPage"), let startPage = reader.count(),
      reader.pass("gendPage"), let endPage = reader.count()
    else { return nil }
    self.init(
      workId: workId, startedAt: Instant(seconds: startedAt), endedAt: Instant(seconds: endedAt),
      startPage: startPage, endPage: endPage)
  }
}

extension Ruck {
  /// Few rucks have terrain or weather.
  fileprivate init?(quickly reader: inout QuickReader) {
    guard reader.pass(0xAD), reader.pass("bid"), let id = reader.text(),
      reader.pass("istartedAt"), let startedAt = reader.instant(),
      reader.pass("gendedAt"), let endedAt = reader.instant(),
      reader.pass("hdistance"), let distance = reader.double(),
      reader.pass("jloadWeight"), let loadWeight = reader.double(),
      reader.pass("hcalories"), let calories = reader.optional({ $0.double() }),
      reader.pass("melevationGain"), let elevationGain = reader.optional({ $0.double() }),
      reader.pass("jmovingTime"), let movingTime = reader.optional({ $0.double() }),
      reader.pass("gterrain"), reader.passNull(), reader.pass("gweather"), reader.passNull(),
      reader.pass("dname"), let name = reader.optional({ $0.text() }),
      reader.pass("dnote"), let note = reader.optional({ $0.text() }),
      reader.pass("etrack"), let track = reader.optional({ $0.text().flatMap(TrackState.init) })
    else { return nil }
    self.init(
      id: id, startedAt: Instant(seconds: startedAt), endedAt: Instant(seconds: endedAt), distance: distance,
      loadWeight: loadWeight, calories: calories, elevationGain: elevationGain, movingTime: movingTime, name: name,
      note: note, track: track)
  }
}
