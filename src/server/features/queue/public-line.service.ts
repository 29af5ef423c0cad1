import type { Transaction } from '#server/db/database.ts'
import { outlookOf, type QueueRow, readLine } from './line.repository.ts'

interface Waiting extends Pick<QueueRow, 'id' | 'ticketNo' | 'racer' | 'vehicleName' | 'state'> {
  waitMinutes: number | null
}

/** The line of a store as everybody may see it who looks at a screen. */
export interface LineForAll {
  line: Waiting[]
  /** What somebody waits who joins now; null where no vehicle is in service. */
  waitMinutes: number | null
}

export async function lineForAll(trx: Transaction, orgCode: string, now: Date): Promise<LineForAll> {
  const rows = await readLine(trx, now, orgCode)
  const { outlook, next } = await outlookOf(trx, rows, orgCode, now)
  const line = rows.map(({ id, ticketNo, racer, vehicleName, state }) => {
    return { id, ticketNo, racer, vehicleName, state, waitMinutes: outlook.get(id)?.waitMinutes ?? null }
  })
  return { line, waitMinutes: next }
}
