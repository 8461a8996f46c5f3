public import Chronology

extension DiversityView {
  public mutating func apply(_ event: Event, zones: any ZoneSource) {
    switch event {
    case .account(.profileChanged(let event)): change(event, zones: zones)
    case .reading(.workSaved(let event)): save(event.work)
    case .reading(.workRemoved(let event)): removeWork(event.work.id)
    case .reading(.entrySaved(let event)): save(event)
    case .reading(.entryRemoved(let event)): removeEntry(of: event.entry.workId)
    case .reading(.recorded(let event)): save(event.session)
    case .reading(.changed(let event)): save(event.new)
    case .reading(.removed(let event)): remove(event.session)
    case .diversity(.valueSet(let event)): set(event)
    case .diversity(.valueCleared(let event)):
      change(works.number(of: event.workId)) { $0.set(nil, of: event.dimension) }
    case .diversity(.promptOpened(let event)):
      setPrompt(event.startedAt, event.workId, to: .open, asking: event.dimension)
    case .diversity(.promptAnswered(let event)):
      setPrompt(event.startedAt, event.answer.workId, to: .answered)
      set(event.answer)
    case .diversity(.promptSkipped(let event)): setPrompt(event.startedAt, event.workId, to: .skipped)
    case .reading(.timerStarted), .reading(.timerStopped), .reading(.timerDiscarded): break
    case .account(.opened), .account(.unlocksDated), .catalogue, .listening, .rucks, .goals, .shares, .connections,
      .covers:
      break
    }
    if let id = event.decidesDiversityOf { works[works.number(of: id)].version &+= 1 }
  }

  private mutating func change(_ event: ProfileChanged, zones: any ZoneSource) {
    settings.apply(event)
    isBaseChanged = true
    rezone(zones: zones)
  }

  /// All changes of a work use this method, which keeps the counts correct.
  private mutating func change(_ number: UInt32, _ body: (inout WorkDiversityRow) -> Void) {
    let old = works[number]
    var new = old
    body(&new)
    guard new != old else { return }
    works[number] = new
    if old.isInLibrary { everything.remove(old) }
    if new.isInLibrary { everything.add(new) }
    for period in periods.keys { periods[period]?.change(number, from: old, to: new) }
  }

  private mutating func save(_ work: Work) {
    var language: UInt32 = 0
    if let name = work.language {
      let known = languages.names.count
      language = languages.number(of: name)
      if languages.names.count != known { isBaseChanged = true }
    }
    change(works.number(of: work.id)) { shelved in
      shelved.exists = true
      shelved.title = work.title
      shelved.language = language
      shelved.set(work.publishedYear.map(DiversityDimension.timePeriod), of: .timePeriod)
    }
  }

  private mutating func removeWork(_ id: String) {
    let number = works.number(of: id)
    change(number) { $0.clear() }
    log.change({ $0.work == number && $0.prompt != .none }) { $0.set(.none) }
    for key in openPrompts.keys where key.work == number { openPrompts.remove(key) }
  }

  private mutating func save(_ event: EntrySaved) {
    change(works.number(of: event.entry.workId)) { shelved in
      shelved.isInLibrary = true
      shelved.reads.apply(event)
    }
  }

  private mutating func removeEntry(of workId: String) {
    let number = works.number(of: workId)
    change(number) { shelved in
      shelved.isInLibrary = false
      shelved.reads = []
    }
    for key in openPrompts.keys where key.work == number { setPrompt(key, to: .none) }
  }

  private mutating func save(_ session: ReadingSession) {
    let number = works.number(of: session.workId)
    var row = ReadingRow(session, work: number)
    if let old = log.row(row.startedAt, number) {
      for period in periods.keys { periods[period]?.remove(old, of: works[number]) }
      if session.endedAt.seconds < old.endedAt { cachedLastEnds = nil }
      row = old
      row.endedAt = session.endedAt.seconds
    }
    log.save(row)
    let lastEnd = cachedLastEnds?[number] ?? .min
    cachedLastEnds?[number] = max(lastEnd, row.endedAt)
    for period in periods.keys { periods[period]?.add(row, of: works[number]) }
  }

  private mutating func remove(_ session: ReadingSession) {
    let number = works.number(of: session.workId)
    guard let old = log.remove(session.startedAt.seconds, number) else { return }
    cachedLastEnds = nil
    for period in periods.keys { periods[period]?.remove(old, of: works[number]) }
    openPrompts.remove(OpenPrompts.Key(startedAt: old.startedAt, work: number))
  }

  private mutating func set(_ event: DiversityValueSet) {
    let number = works.number(of: event.workId)
    change(number) { $0.set(event.value, of: event.dimension) }
    guard event.points > 0, let slot = event.dimension.slot else { return }
    works[number].awarded |= 1 << UInt8(slot)
    awards.append(
      AwardList.Award(at: event.at.seconds, work: number, points: UInt32(clamping: event.points), slot: UInt8(slot)))
  }

  private mutating func setPrompt(
    _ startedAt: Instant, _ workId: String, to prompt: ReadingRow.Prompt, asking dimension: DiversityDimension? = nil
  ) {
    setPrompt(
      OpenPrompts.Key(startedAt: startedAt.seconds, work: works.number(of: workId)), to: prompt, asking: dimension)
  }

  private mutating func setPrompt(
    _ key: OpenPrompts.Key, to prompt: ReadingRow.Prompt, asking dimension: DiversityDimension? = nil
  ) {
    guard var row = log.row(key.startedAt, key.work) else { return }
    row.set(prompt, asking: dimension)
    log.save(row)
    if prompt == .open { openPrompts.insert(key) } else { openPrompts.remove(key) }
  }
}

extension Event {
  /// The work about whose diversity this event decides, if any. The journal and the view both count these events per
  /// work, and a decision is accepted only if both counts agree.
  public var decidesDiversityOf: String? {
    switch self {
    case .reading(.workRemoved(let event)): event.work.id
    case .reading(.entryRemoved(let event)): event.entry.workId
    case .reading(.removed(let event)): event.session.workId
    case .diversity(.valueSet(let event)): event.workId
    case .diversity(.valueCleared(let event)): event.workId
    case .diversity(.promptOpened(let event)): event.workId
    case .diversity(.promptAnswered(let event)): event.answer.workId
    case .diversity(.promptSkipped(let event)): event.workId
    case .reading(.workSaved), .reading(.entrySaved), .reading(.recorded), .reading(.changed), .reading(.timerStarted),
      .reading(.timerStopped), .reading(.timerDiscarded):
      nil
    case .account, .catalogue, .listening, .rucks, .goals, .shares, .connections, .covers: nil
    }
  }
}
