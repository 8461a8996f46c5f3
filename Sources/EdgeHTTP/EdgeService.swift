public import Service

/// The HTTP edge as a process of the stack.
public enum EdgeService {
  public static let name = "edge"

  public static func start(_ context: ServiceContext) async throws -> ServiceRuntime {
    ServiceRuntime(stopAccepting: {}, inFlight: { 0 })
  }
}
