/// The numbers of connections that a limit of descriptors allows.
struct ConnectionCounts: Equatable {
  let served: Int
  /// Connections over the limit, kept until their clients have read the rejection. A client that still writes when its
  /// connection is closed gets a reset, so there are as many as fit.
  let rejected: Int

  init(descriptors: Int) {
    let room = max(2 * Limits.otherDescriptors, descriptors) - Limits.otherDescriptors
    served = min(Limits.connections, room * 7 / 8)
    rejected = min(Limits.rejectedConnections, room - served)
  }
}
