/// Every bound of the diversity service.
enum DiversityLimits {
  static let pageSizes = 1...200
  static let pageSize = 50
  /// How often a decision is tried, where another process decides about the same work at the same time.
  static let attempts = 8
}
