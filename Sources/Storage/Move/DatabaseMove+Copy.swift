/// Writes the source's rows to the target, reads them again and compares them before the commit.
extension DatabaseMove {
  /// The contents of one transaction of the target.
  private struct Group {
    var tallies: [UserTally] = []
    var rows = 0
    var bytes = 0

    var isFull: Bool {
      rows >= StorageLimits.rowsOfMove || bytes >= StorageLimits.bytesOfMove
        || tallies.count >= StorageLimits.usersOfMove
    }
  }

  func copyUsers(after first: String?) throws {
    let rows = try RowsByUser(byUser, after: first, source)
    if first != nil { progress(try byUser.map { try count($0, target) }.reduce(0, +)) }
    var after = first
    while try rows.nextUser() != nil {
      let group = try target.writing {
        let group = try copyGroup(rows)
        try compare(group, after: after)
        try target.run("UPDATE moves SET after_user = $1", [.optional(group.tallies.last?.user)])
        return group
      }
      after = group.tallies.last?.user
      progress(group.rows)
    }
  }

  private func copyGroup(_ rows: RowsByUser) throws -> Group {
    var group = Group()
    while !group.isFull, let user = try rows.nextUser() {
      try check.source(user: user, Rows(connection: source))
      var tally = UserTally(user)
      try rows.each(of: user) { table, row in
        try copy(row, to: byUser[table])
        tally.add(row, of: table)
        group.rows += 1
        group.bytes += row.reduce(0) { $0 + $1.byteCount }
      }
      group.tallies.append(tally)
    }
    return group
  }

  private func copy(_ row: [Value], to table: MovedTable) throws {
    if let finding = table.finding(row) { throw DamagedSource(finding) }
    try target.run(dynamic: table.insert, row)
  }

  /// Compares the rows in the target with those that were read, user by user.
  private func compare(_ group: Group, after: String?) throws {
    let names = byUser.map(\.table.name)
    let arrived = try RowsByUser(byUser, after: after, through: group.tallies.last?.user, target)
    for tally in group.tallies {
      var found = UserTally(try arrived.nextUser() ?? "nobody")
      try arrived.each(of: found.user) { table, row in
        found.add(row, of: table)
        try check.arrived(row, of: names[table], user: found.user)
      }
      if let difference = tally.difference(from: found, names) {
        throw MoveFailure("\(difference); run 'waymark migrate' again")
      }
      try check.arrived(user: tally.user)
    }
    if let user = try arrived.nextUser() {
      throw MoveFailure("the target has rows of \(user), but the source has none; run 'waymark migrate' again")
    }
  }

  /// Copies the tables that are not keyed by user in one transaction, because they are small.
  func copyOthers() throws {
    let names = others.map(\.table.name)
    try target.writing {
      for table in others { try target.run(dynamic: table.delete, []) }
      var read = UserTally("all")
      for (place, table) in others.enumerated() {
        let cursor = try table.rows(after: nil, through: nil, source)
        while let row = try cursor.next() {
          try copy(row, to: table)
          read.add(row, of: place)
        }
      }
      var found = UserTally("all")
      for (place, table) in others.enumerated() {
        let cursor = try table.rows(after: nil, through: nil, target)
        while let row = try cursor.next() { found.add(row, of: place) }
      }
      if let difference = read.difference(from: found, names) {
        throw MoveFailure("\(difference); run 'waymark migrate' again")
      }
      try target.refreshStatistics(tables.map(\.table))
      progress(names.indices.reduce(0) { $0 + (read.tables[$1]?.count ?? 0) })
    }
  }
}
