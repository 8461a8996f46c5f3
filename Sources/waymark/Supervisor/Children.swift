/// The processes of the stack, in the order of need: each works without the ones after it.
enum Children {
  static let names = ["session", "stats", "milestone", "diversity", "edge"]
}
