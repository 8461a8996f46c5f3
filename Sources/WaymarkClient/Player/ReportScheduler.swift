/// Handles the events of a player in order, and decides when to report.
struct ReportScheduler: Sendable {
  let timing: SessionTiming
  let time: TimeSource
  let inbox: AsyncStream<SessionReporter.Input>.Continuation
  let deliver: SessionReporter.Deliver

  /// The mutable state.
  private struct Progress {
    var meter: ListeningMeter
    /// When the open session is reported next.
    var due: Duration?
    /// When it is reported at the latest, even if events continue.
    var latest: Duration = .zero
    var alarm: Task<Void, Never>?
    var alarms = 0
  }

  func run(_ inputs: AsyncStream<SessionReporter.Input>) async {
    var progress = Progress(meter: ListeningMeter(timing: timing))
    for await input in inputs {
      switch input {
      case .player(let event, let moment):
        for report in progress.meter.handle(event, at: moment) { await deliver(report) }
        if event == .background {
          await report(&progress, at: moment)
        } else {
          plan(&progress, after: event, at: moment)
        }
      case .wake(let number):
        guard number == progress.alarms else { continue }
        await report(&progress, at: now)
      case .flush(let continuation, let moment):
        await report(&progress, at: moment)
        continuation.resume()
      case .settle(let continuation):
        continuation.resume()
        continue
      }
      setAlarm(&progress)
    }
    progress.alarm?.cancel()
    for report in progress.meter.handle(.stop, at: now) { await deliver(report) }
  }

  private var now: Moment { Moment(wall: time.now(), elapsed: time.elapsed()) }

  private func report(_ progress: inout Progress, at moment: Moment) async {
    for report in progress.meter.progress(at: moment) { await deliver(report) }
    progress.latest = moment.elapsed + .seconds(timing.progressSeconds)
    progress.due = progress.meter.isPlaying ? progress.latest : nil
  }

  /// Reports after a burst of events is over, but not later than regular progress would be reported.
  private func plan(_ progress: inout Progress, after event: PlayerEvent, at moment: Moment) {
    guard progress.meter.open != nil else {
      progress.due = nil
      return
    }
    if progress.due == nil { progress.latest = moment.elapsed + .seconds(timing.progressSeconds) }
    switch event {
    case .play, .resume, .replay:
      progress.due = progress.due ?? progress.latest
    default:
      progress.due = min(moment.elapsed + .seconds(timing.debounceSeconds), progress.latest)
    }
  }

  private func setAlarm(_ progress: inout Progress) {
    progress.alarm?.cancel()
    progress.alarms += 1
    guard let due = progress.due else { return }
    let number = progress.alarms
    let pause = max(.zero, due - time.elapsed())
    progress.alarm = Task { [time, inbox] in
      guard (try? await time.sleep(pause)) != nil else { return }
      inbox.yield(.wake(number))
    }
  }
}
