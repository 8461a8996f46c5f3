import API
import Domain
import Proto

extension SessionHandlers {
  func listHeroes(_ call: SessionAPI.ListHeroes, _ caller: Caller) async throws(Fault) -> Encoded<Page<Hero>> {
    let paging = try Paging(limit: call.limit, cursor: call.cursor)
    let after = try paging.afterId()
    return try await read(caller, cost: paging.cost) { user, rows in
      let found = try CatalogueStore.heroes(user, after: after, limit: paging.limit + 1, rows)
      return try paging.page(found, key: \.id) { $0 }
    }
  }

  func fetchHero(_ call: SessionAPI.FetchHero, _ caller: Caller) async throws(Fault) -> Hero {
    try check(id: call.id)
    let hero = try await read(caller) { user, rows in try CatalogueStore.hero(user, call.id, rows) }
    guard let hero else { throw .noHero }
    return hero
  }

  func saveHero(_ call: SessionAPI.SaveHero, _ caller: Caller) async throws(Fault) -> Written<Hero> {
    try await command(caller) { ledger in
      let hero = Hero(id: call.id, name: call.name)
      let old = try CatalogueStore.hero(ledger.user, call.id, ledger.rows)
      try CatalogueRules.check(hero, heroCount: old == nil ? ledger.account.heroCount : nil)
      if hero != old {
        try CatalogueStore.save(hero, of: ledger.user, ledger.transaction)
        if old == nil { try ledger.setHeroCount(ledger.account.heroCount + 1) }
        try ledger.append(.catalogue(.heroSaved(HeroSaved(hero: hero))))
      }
      return Written(created: old == nil, value: hero)
    }
  }

  func deleteHero(_ call: SessionAPI.DeleteHero, _ caller: Caller) async throws(Fault) -> Nothing {
    try check(id: call.id)
    return try await command(caller) { ledger in
      guard let hero = try CatalogueStore.hero(ledger.user, call.id, ledger.rows) else { throw Fault.noHero }
      try CatalogueStore.deleteHero(ledger.user, call.id, ledger.transaction)
      try ledger.setHeroCount(ledger.account.heroCount - 1)
      try ledger.append(.catalogue(.heroRemoved(HeroRemoved(hero: hero))))
      return Nothing()
    }
  }

  /// An illegal id has another answer than an unknown one.
  func check(id: String, _ field: String = "id") throws(Fault) {
    let violations = TextRules.violations(ofId: id, field)
    if !violations.isEmpty { throw Fault(Rejection(violations)) }
  }
}

extension Fault {
  static let noHero = Fault(.notFound, "there is no such hero")
  static let noStory = Fault(.notFound, "there is no such story")
  static let noSession = Fault(.notFound, "there is no such session")
}
