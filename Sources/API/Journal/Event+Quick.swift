import Chronology
public import Domain
public import Proto

/// Decodes recorded sessions directly, because a journal consists mostly of them and a rebuilding view reads them all.
extension Event: QuickDecodable {
  public init?(quickly reader: inout QuickReader) {
    guard reader.pass(0x82), reader.pass("psession.recorded"), reader.pass(0xA1), reader.pass("gsession"),
      let session = ListeningSession(quickly: &reader)
    else { return nil }
    self = .listening(.recorded(ListeningRecorded(session: session)))
  }
}

extension ListeningSession {
  /// Expects the members in their encoded order. Each name is preceded by its CBOR head, 0x60 plus the length, which is
  /// an ASCII letter.
  fileprivate init?(quickly reader: inout QuickReader) {
    guard reader.pass(0xA6), reader.pass("gstoryId"), let storyId = reader.text(),
      reader.pass("istartedAt"), let startedAt = reader.instant(),
      reader.pass("gendedAt"), let endedAt = reader.instant(),
      reader.pass("icompleted"), let completed = reader.bool(),
      reader.pass("hduration"), let duration = reader.double(),
      reader.pass("egiven")
    else { return nil }
    let given: Double?
    if reader.pass(0xF6) {
      given = nil
    } else {
      guard let double = reader.double() else { return nil }
      given = double
    }
    self.init(
      storyId: storyId, startedAt: Instant(seconds: startedAt), endedAt: Instant(seconds: endedAt),
      completed: completed, duration: duration, given: given)
  }
}
