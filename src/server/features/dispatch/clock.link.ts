import type { RunOrder, VehicleLink, VehicleReport } from './vehicle.link.ts'

/** The longest that a timer of Node can wait. */
const LONGEST_MS = 2_147_483_647

/**
 * The link of a venue whose vehicles cannot be reached: people slow and stop them, the server's clock says when a run is over, and who
 * stands at the track counts laps.
 */
export function createClockLink(clock: () => Date): VehicleLink {
  const timers = new Map<string, NodeJS.Timeout>()
  const listeners: ((report: VehicleReport) => void)[] = []

  const disarm = (runId: string): void => {
    clearTimeout(timers.get(runId))
    timers.delete(runId)
  }

  const arm = (order: RunOrder): void => {
    const { runId, vehicleId, orgCode, endsAt } = order
    disarm(runId)
    if (!endsAt) return
    const left = endsAt.getTime() - clock().getTime()
    const fire = (): void => {
      // A timer may come a moment early, and cannot wait for longer than some weeks.
      if (clock() < endsAt) {
        arm(order)
        return
      }
      disarm(runId)
      for (const heard of listeners) heard({ kind: 'time', runId, vehicleId, orgCode })
    }
    timers.set(runId, setTimeout(fire, Math.min(Math.max(left, 1), LONGEST_MS)).unref())
  }

  return {
    start: arm,
    extend: arm,
    // Nobody but a person can slow it.
    slow: () => undefined,
    stop: (order, isOver) => (isOver ? disarm(order.runId) : arm(order)),
    onReport: (heard) => void listeners.push(heard),
    close() {
      for (const timer of timers.values()) clearTimeout(timer)
      timers.clear()
    },
  }
}
