extension YearReview.Rucks {
  init?(of tally: RuckTally, records: RuckRecords) {
    guard tally.effort.sessions > 0 else { return nil }
    sessions = tally.effort.sessions
    distance = tally.effort.distance.value
    weightMoved = tally.weightMoved.value
    self.records = records
  }
}
