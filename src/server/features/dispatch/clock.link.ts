import type { RunOrder, VehicleLink, VehicleReport } from './vehicle.link.ts'

/** The maximum delay of a Node.js timer. */
const MAX_TIMER_MS = 2_147_483_647

/**
 * Creates the link of a venue whose vehicles have no boxes. Staff slow and stop vehicles and count laps; the server's clock ends timed
 * runs.
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
      // A timer may fire slightly early, and cannot wait longer than some weeks.
      if (clock() < endsAt) {
        arm(order)
        return
      }
      disarm(runId)
      for (const listener of listeners) listener({ kind: 'time', runId, vehicleId, orgCode })
    }
    timers.set(runId, setTimeout(fire, Math.min(Math.max(left, 1), MAX_TIMER_MS)).unref())
  }

  return {
    start: arm,
    extend: arm,
    // Only staff can slow it down.
    slow: () => undefined,
    stop: (order, isOver) => (isOver ? disarm(order.runId) : arm(order)),
    onReport: (listener) => void listeners.push(listener),
    close() {
      for (const timer of timers.values()) clearTimeout(timer)
      timers.clear()
    },
  }
}
