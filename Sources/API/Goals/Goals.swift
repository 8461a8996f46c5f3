public import Proto

extension SessionAPI {
  /// Sets what is aimed at. How the goal then stands is the milestones' to tell.
  public struct SaveGoal: Method {
    public typealias API = SessionAPI
    public typealias Reply = Nothing
    public static let name = "goal.put"
    /// A text, so that an unknown goal is told apart from a malformed call.
    public var type: String
    public var target: Int

    public init(type: String, target: Int) {
      self.type = type
      self.target = target
    }
  }

  /// From then on the usual target holds again.
  public struct ClearGoal: Method {
    public typealias API = SessionAPI
    public typealias Reply = Nothing
    public static let name = "goal.delete"
    public var type: String
    public init(type: String) { self.type = type }
  }
}

extension Fault {
  /// The path names a goal as it names any other object.
  public static let noGoal = Fault(.notFound, "there is no such goal")
}
