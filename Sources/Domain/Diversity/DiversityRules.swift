/// Which values a dimension of a work may have.
public enum DiversityRules {
  /// The dimension that a path names, where it can be set.
  public static func settable(_ name: String) throws(Rejection) -> DiversityDimension {
    guard let dimension = DiversityDimension(rawValue: name) else {
      throw Rejection("dimension", "is not a dimension of diversity")
    }
    guard !dimension.isDerived else {
      throw Rejection("dimension", "follows from the work itself and cannot be set")
    }
    return dimension
  }

  static func check(_ value: String, for dimension: DiversityDimension) throws(Rejection) {
    guard dimension.values.contains(value) else {
      throw Rejection("value", "must be one of \(dimension.values.joined(separator: ", "))")
    }
  }
}
