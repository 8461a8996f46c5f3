/// All limits of the diversity service.
enum DiversityLimits {
  static let pageSizes = 1...200
  static let pageSize = 50
  /// The number of attempts to write a decision while another process decides about the same work.
  static let attempts = 8
}
