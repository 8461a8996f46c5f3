/// One service of the stack with the processes that run it: the current one and those that are draining.
struct ServiceSlot {
  let name: String
  var process: ChildProcess?
  /// Earlier processes that accept no more work and finish what they have started, with the time of their SIGKILL.
  var draining: [(process: ChildProcess, killAt: Int)] = []
  var restart = RestartPolicy()
  /// When to start a process, or nil while one is running.
  var startAt: Int?
  /// The number of unexpected exits.
  var failures = 0

  init(name: String) {
    self.name = name
  }

  var isEmpty: Bool {
    process == nil && draining.isEmpty
  }
}
