/// A fact about a user, in the past tense, by its subject. A fold names every event of the subjects that it folds, and
/// every subject that it leaves out: a new event does not compile until each fold has decided about it.
///
/// Bytes once written decode for ever: tags and members are never renamed.
public enum Event: Hashable, Sendable {
  case account(AccountEvent)
  case catalogue(CatalogueEvent)
  case listening(ListeningEvent)
  case reading(ReadingEvent)
  case rucks(RuckEvent)
  case diversity(DiversityEvent)
  case goals(GoalEvent)
  case shares(ShareEvent)
}
