public import API
public import Chronology
public import Domain
public import Proto

/// A query of a user's state at a time.
public typealias ViewQuery<State, Reply> = @Sendable (inout State, Instant) throws -> Reply

extension Router {
  /// Serves a call with a query that also gets the state's position in the journal. Pages of one reply use it to detect
  /// a changed state.
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

  /// Serves a call with a query of the calling user's state, which includes every acknowledged write.
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

  /// Serves a query with a reply of up to `bytes`. The query runs when the memory budget has room for it.
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

  /// Serves a query with arguments to check: `read` validates them and returns the query before the journal is called.
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

  /// Like `reading`, for a query that only collects what its reply shows. The reply is drawn away from the loop.
  @inlinable
  public func serve<M: Method, State: ViewState>(
    drawing read: @escaping @Sendable (M) throws -> ViewQuery<State, @Sendable () -> M.Reply>,
    of host: ViewHost<State>
  ) {
    serveLater { (call: M, context, open) in
      let query: ViewQuery<State, @Sendable () -> M.Reply>
      do {
        query = try read(call)
      } catch {
        return open.send { throw error }
      }
      host.find(context) { found in
        let draw: @Sendable () -> M.Reply
        do {
          draw = try query(&found.get().state, host.now)
        } catch {
          return open.send { throw error }
        }
        host.drawings.draw(for: context.user ?? "", draw) { drawn in open.send { try drawn.get() } }
      }
    }
  }
}
