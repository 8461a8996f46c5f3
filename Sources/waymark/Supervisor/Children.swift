/// The processes of the stack, in the order of need: each works without the ones after it.
enum Children {
  static let names = ["session", "stats", "milestone", "diversity", "edge"]
}

/// One place in the stack, whatever process fills it just now.
struct Place {
  let name: String
  var process: ChildProcess?
  /// Those before it that take no more work and finish what they have begun, with when they are killed.
  var leaving: [(process: ChildProcess, killAt: Int)] = []
  var restart = RestartPolicy()
  /// When to start a process here; nil while one runs.
  var startAt: Int?
  /// Ends that came unasked for before the stack was ever ready.
  var failures = 0

  init(name: String) {
    self.name = name
  }

  var isEmpty: Bool {
    process == nil && leaving.isEmpty
  }
}
