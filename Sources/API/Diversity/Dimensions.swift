public import Domain
public import Proto

extension DiversityAPI {
  /// All that can be asked about a work: the same for everybody.
  public struct ListDimensions: Method {
    public typealias API = DiversityAPI
    public typealias Reply = DiversityCatalogue
    public static let name = "diversity.dimensions"
    public init() {}
  }

  /// The works of the library about which something of the core is not known, the one read last first.
  public struct ListMissing: Method {
    public typealias API = DiversityAPI
    public typealias Reply = Page<IncompleteWork>
    public static let name = "diversity.missing"
    /// One of the core; any if left out.
    public var dimension: DiversityDimension?
    public var limit: Int?
    public var cursor: String?

    public init(dimension: DiversityDimension? = nil, limit: Int? = nil, cursor: String? = nil) {
      self.dimension = dimension
      self.limit = limit
      self.cursor = cursor
    }
  }
}
