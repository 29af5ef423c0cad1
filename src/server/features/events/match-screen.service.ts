import { sql } from 'kysely'
import type { Transaction } from '#server/db/database.ts'
import type { DisplayMatch } from '#shared/features/display/screens.schema.ts'
import { isByBestLap } from '#shared/features/events/matches.calc.ts'
import { entriesOf, shownGroup } from './matches.repository.ts'

/** The group of a match that the screens of a store show on this business day: the latest that started, else the first that was drawn. */
export async function matchOnScreen(trx: Transaction, orgCode: string, now: Date): Promise<DisplayMatch | null> {
  const { rows } = await sql<{ since: Date }>`
    select day_ends(s.org_code, business_day(s.org_code, ${now}) - 1) as since from store s where s.org_code = ${orgCode}`.execute(
    trx,
  )
  const since = rows[0]?.since
  const shown = since && (await shownGroup(trx, orgCode, since))
  if (!shown) return null
  const { round, group, eventName } = shown
  const own = (await entriesOf(trx, [round.id])).filter(({ groupNumber }) => groupNumber === group.number)
  const isOver = group.endedAt !== null
  const isByBest = isByBestLap(round.format)
  const entries = isOver ? own.toSorted((one, other) => (one.place ?? LAST) - (other.place ?? LAST)) : own
  return {
    event: eventName,
    round: round.name,
    group: group.number,
    isOver,
    rows: entries.map(
      ({ id, place, grid, number, racer, vehicleName, laps, bestMs, totalMs, penaltyMs, points, status }) => {
        const ms = isByBest ? bestMs : totalMs
        return {
          id,
          position: isOver ? place : grid,
          number,
          racer,
          vehicle: vehicleName,
          laps,
          ms: ms === null ? null : ms + penaltyMs,
          points,
          status,
        }
      },
    ),
  }
}

const LAST = Number.MAX_SAFE_INTEGER
