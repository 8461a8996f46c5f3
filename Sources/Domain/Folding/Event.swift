/// A fact about a user, in the past tense, by subject. A fold handles or skips every case explicitly, so a new event
/// does not compile until every fold has decided about it.
///
/// Stored bytes must remain decodable permanently: tags and members are never renamed.
///
/// Large rare payloads are indirect: each event is copied several times, and every copy has the size of the largest.
public enum Event: Hashable, Sendable {
  case account(AccountEvent)
  case catalogue(CatalogueEvent)
  case listening(ListeningEvent)
  case reading(ReadingEvent)
  case rucks(RuckEvent)
  case diversity(DiversityEvent)
  case goals(GoalEvent)
  case shares(ShareEvent)
  case connections(ConnectionEvent)
  case covers(CoverEvent)
}
