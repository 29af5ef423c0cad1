import type { OpenWork } from '#shared/ipc/app.ts'

/** Idle time after which nobody is being served. */
const IDLE_MS = 10 * 60_000

export interface CounterNow {
  /** Configured hour; null: none. */
  updateHour: number | null
  hour: number
  idleFor: number
  openWork: OpenWork
}

/** Whether a downloaded update may be installed now: at the configured hour, while idle and without open work. */
export const isUpdateTime = ({ updateHour, hour, idleFor, openWork }: CounterNow): boolean =>
  updateHour === hour && idleFor >= IDLE_MS && openWork.unsent + openWork.queued + openWork.printing === 0
