import API
import Domain
import Proto

extension SessionHandlers {
  func listHeroes(_ call: SessionAPI.ListHeroes, _ caller: CallerContext) async throws(Fault) -> Encoded<Page<Hero>> {
    let paging = try Paging(limit: call.limit, cursor: call.cursor)
    let after = try paging.afterId()
    return try await read(caller, cost: paging.cost) { user, rows in
      let found = try CatalogueStore.heroes(user, after: after, limit: paging.limit + 1, rows)
      return try paging.page(found, key: \.id) { $0 }
    }
  }

  func fetchHero(_ call: SessionAPI.FetchHero, _ caller: CallerContext) async throws(Fault) -> Hero {
    try check(id: call.id)
    let hero = try await read(caller) { user, rows in try CatalogueStore.hero(user, call.id, rows) }
    guard let hero else { throw .noHero }
    return hero
  }

  func saveHero(_ call: SessionAPI.SaveHero, _ caller: CallerContext) async throws(Fault) -> Written<Hero> {
    try await command(caller) { transaction in
      let hero = Hero(id: call.id, name: call.name)
      let old = try CatalogueStore.hero(transaction.user, call.id, transaction.rows)
      try CatalogueRules.check(hero, heroCount: old == nil ? transaction.record.heroCount : nil)
      if hero != old {
        try CatalogueStore.save(hero, of: transaction.user, transaction.storage)
        if old == nil { try transaction.setHeroCount(transaction.record.heroCount + 1) }
        try transaction.append(.catalogue(.heroSaved(HeroSaved(hero: hero))))
      }
      return Written(created: old == nil, value: hero)
    }
  }

  func deleteHero(_ call: SessionAPI.DeleteHero, _ caller: CallerContext) async throws(Fault) -> Nothing {
    try check(id: call.id)
    return try await command(caller) { transaction in
      guard let hero = try CatalogueStore.hero(transaction.user, call.id, transaction.rows) else { throw Fault.noHero }
      try CatalogueStore.deleteHero(transaction.user, call.id, transaction.storage)
      try transaction.setHeroCount(transaction.record.heroCount - 1)
      try transaction.append(.catalogue(.heroRemoved(HeroRemoved(hero: hero))))
      return Nothing()
    }
  }

  /// An invalid id is reported differently from an unknown one.
  func check(id: String, _ field: String = "id") throws(Fault) {
    let violations = TextRules.violations(ofId: id, field)
    if !violations.isEmpty { throw Fault(Rejection(violations)) }
  }
}

extension Fault {
  static let noHero = Fault(.notFound, "no hero has this id")
  static let noStory = Fault(.notFound, "no story has this id")
  static let noSession = Fault(.notFound, "no session has this id")
}
