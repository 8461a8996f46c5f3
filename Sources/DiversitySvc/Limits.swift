/// Every bound of the diversity service.
enum DiversityLimits {
  static let pageSizes = 1...200
  static let pageSize = 50
  /// How often a decision looks again, where others decide about the same work at the same time. Each time one of them
  /// gets through, so that as many can be at it at once.
  static let looks = 256
}
