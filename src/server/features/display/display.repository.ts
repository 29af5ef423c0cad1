import { sql } from 'kysely'
import { type Database, scopeOf, type Transaction } from '#server/db/database.ts'
import { matchOnScreen } from '#server/features/events/index.ts'
import { publicQueue } from '#server/features/queue/index.ts'
import { bestsOnScreen, heatStandings } from '#server/features/rankings/index.ts'
import type { ShownPicture } from '#shared/features/display/display.schema.ts'
import type { DisplayBestLap, DisplayMatch, DisplayRun } from '#shared/features/display/screens.schema.ts'
import { videoAddresses } from '#shared/features/display/video-addresses.calc.ts'
import { STATIC_PATH } from '#shared/features/system/files.contract.ts'
import { itemsShownNow, picturesShown } from './shown.repository.ts'

/** Upper limits of what a screen shows. */
const MAX_RUNS = 40
const MAX_WAITING = 12
const MAX_CALLED = 8
const MAX_BESTS = 10

interface RunRead extends DisplayRun {
  ticket: string
}

/** The current and latest runs of a store by heat, as the board and the guest pages show them. */
async function readRuns(trx: Transaction, now: Date): Promise<RunRead[]> {
  const heats = await heatStandings(trx, now)
  const racers = heats.flatMap(({ id, racers: all }) => all.map((racer) => ({ heat: id, racer }))).slice(0, MAX_RUNS)
  const { rows } = await sql<{ id: string; ticket: string | null; isStopped: boolean; dueAt: Date | null }>`
    select g.id, p.ticket_no as ticket, is_stopped(g.vehicle_id, g.org_code) as is_stopped, g.ends_at - make_interval(secs => g.delay_seconds) as due_at
    from run g left join play_record p on p.id = g.play_id and p.org_code = g.org_code
    where g.id = any(${racers.map(({ racer }) => racer.runId)}::uuid[])`.execute(trx)
  const details = new Map(rows.map((row) => [row.id, row]))
  return racers.map(({ heat, racer }) => ({
    id: racer.playId,
    heat,
    position: racer.position,
    vehicle: racer.vehicleName,
    racer: racer.racer,
    ticket: details.get(racer.runId)?.ticket ?? '',
    laps: racer.countCycleNumber,
    lapsDone: racer.lapsDone,
    isOver: racer.state === 'ENDED',
    isStopped: details.get(racer.runId)?.isStopped ?? false,
    dueAt: racer.countCycleNumber > 0 ? null : (details.get(racer.runId)?.dueAt?.getTime() ?? null),
    lastMs: racer.lastMs,
    bestMs: racer.bestMs,
    gapMs: racer.gapMs,
    lapsBehind: racer.lapsBehind,
  }))
}

/** Whether an emergency stop of all vehicles of a store is in force. */
async function isStoreStopped(trx: Transaction, orgCode: string): Promise<boolean> {
  const stop = await trx
    .selectFrom('emergencyStop')
    .select('id')
    .where('orgCode', '=', orgCode)
    .where('releasedAt', 'is', null)
    .where('vehicleIds', 'is', null)
    .where('vehicleType', 'is', null)
    .executeTakeFirst()
  return stop !== undefined
}

/** URLs of videos: external, or a path below the API's address. */
const videosOf = (rows: readonly { urls: string; file: string }[]): string[] =>
  rows.flatMap(({ urls, file }) => [...(file === '' ? [] : [`${STATIC_PATH}/${file}`]), ...videoAddresses(urls)])

/** The content of all screens of a store, before each layout decides how names are shown. */
export interface StoreState {
  now: number
  store: string
  timeZone: string
  /** Whether an emergency stop holds every vehicle. */
  isStopped: boolean
  runs: RunRead[]
  queue: Awaited<ReturnType<typeof publicQueue>>
  bests: Omit<DisplayBestLap, 'place'>[]
  match: DisplayMatch | null
  videos: string[]
  pictures: ShownPicture[]
}

export async function readStore(db: Database, orgCode: string, now: Date): Promise<StoreState> {
  const videos = videosOf(await itemsShownNow(db, 'promoVideo', orgCode, now))
  const pictures = await picturesShown(db, orgCode, now)
  const read = async (trx: Transaction) => {
    const store = await trx
      .selectFrom('store')
      .select(['name', 'timeZone'])
      .where('orgCode', '=', orgCode)
      .executeTakeFirstOrThrow()
    return {
      store: store.name,
      timeZone: store.timeZone,
      isStopped: await isStoreStopped(trx, orgCode),
      runs: await readRuns(trx, now),
      queue: await publicQueue(trx, orgCode, now),
      bests: await bestsOnScreen(trx, orgCode, now, MAX_BESTS),
      match: await matchOnScreen(trx, orgCode, now),
    }
  }
  return { now: now.getTime(), ...(await db.scoped(scopeOf(orgCode), read, 'reads')), videos, pictures }
}

export const displayLimits = { waiting: MAX_WAITING, called: MAX_CALLED }
