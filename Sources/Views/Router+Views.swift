public import API
public import Chronology
public import Domain
public import Proto

/// What a call asks of a user's state.
public typealias ViewQuery<State, Reply> = @Sendable (inout State, Instant) throws -> Reply

extension Router {
  /// Answers a call by a query that also gets the position of the state in the journal, by which parts of one answer
  /// are known to be of one state.
  @inlinable
  public func serve<M: Method, State: ViewState>(
    positioned query: @escaping @Sendable (M, inout State, SessionAPI.Head) throws -> M.Reply, of host: ViewHost<State>
  ) {
    serveLater { (call: M, context, open) in
      host.find(context) { found in
        open.send {
          let entry = try found.get()
          return try query(call, &entry.state, entry.position)
        }
      }
    }
  }

  /// Answers a call by a query of the calling user's state, which includes every write answered before.
  @inlinable
  public func serve<M: Method, State: ViewState>(
    _ query: @escaping @Sendable (M, inout State, Instant) throws -> M.Reply, of host: ViewHost<State>
  ) {
    serveLater { (call: M, context, open) in
      host.find(context) { found in
        open.send { try query(call, &found.get().state, host.now) }
      }
    }
  }

  /// As above, for an answer that may be as large as `bytes` says: it is made when there is room for it.
  @inlinable
  public func serve<M: Method, State: ViewState>(
    bulk bytes: @escaping @Sendable (M) -> Int,
    _ query: @escaping @Sendable (M, inout State, Instant) throws -> M.Reply, of host: ViewHost<State>
  ) {
    serveLater(bulk: bytes) { (call: M, context, open) in
      host.find(context) { found in
        open.send { try query(call, &found.get().state, host.now) }
      }
    }
  }

  /// As above, where not every argument makes sense: `read` makes the query of it before the journal is asked.
  @inlinable
  public func serve<M: Method, State: ViewState>(
    reading read: @escaping @Sendable (M) throws -> ViewQuery<State, M.Reply>, of host: ViewHost<State>
  ) {
    serveLater { (call: M, context, open) in
      let query: ViewQuery<State, M.Reply>
      do {
        query = try read(call)
      } catch {
        return open.send { throw error }
      }
      host.find(context) { found in
        open.send { try query(&found.get().state, host.now) }
      }
    }
  }
}
