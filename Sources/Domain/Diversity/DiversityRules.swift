/// The rules for values of dimensions.
public enum DiversityRules {
  /// Returns the dimension with this name, if it can be set.
  public static func settable(_ name: String) throws(Rejection) -> DiversityDimension {
    guard let dimension = DiversityDimension(rawValue: name) else {
      let settable = DiversityDimension.allCases.filter { !$0.isDerived }.map(\.rawValue)
      throw Rejection("dimension", "must be one of \(settable.joined(separator: ", "))")
    }
    guard !dimension.isDerived else {
      throw Rejection("dimension", "is derived from the work and cannot be set")
    }
    return dimension
  }

  static func check(_ value: String, for dimension: DiversityDimension) throws(Rejection) {
    guard dimension.values.contains(value) else {
      throw Rejection("value", "must be one of \(dimension.values.joined(separator: ", "))")
    }
  }
}
