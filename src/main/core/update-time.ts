import type { OpenWork } from '#shared/ipc/app.ts'

/** Somebody who has done nothing for so long is not serving anybody. */
const IDLE_MS = 10 * 60_000

export interface CounterNow {
  /** The hour that was chosen; null: none. */
  updateHour: number | null
  hour: number
  idleFor: number
  openWork: OpenWork
}

/** Whether an update that lies ready may be taken in now: in the chosen hour, while nobody works here and nothing waits. */
export const isUpdateTime = ({ updateHour, hour, idleFor, openWork }: CounterNow): boolean =>
  updateHour === hour && idleFor >= IDLE_MS && openWork.waiting + openWork.inLine + openWork.printing === 0
