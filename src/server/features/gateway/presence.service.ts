import { sql } from 'kysely'
import type { Deps } from '#server/core/slice.ts'
import { EVERY_STORE } from '#server/db/database.ts'
import type { BoxStatusChange } from './box.link.ts'

/** Changes that come together are written together: a thousand vehicles may connect at once. */
const TOGETHER_MS = 150
/** How often what does not show is written: that a vehicle is still heard. */
const HEARTBEAT_MS = 10_000
/** After so long without a heartbeat nobody hears a vehicle any more, not even the copy of the server that did. */
const FORGOTTEN_SECONDS = 30

interface Written {
  orgCode: string
  isOnline: boolean
  battery: number | null
  writtenAt: number
}

/** Keeps in the database whether vehicles are heard, and how full their batteries are, and tells the screens. */
export interface Presence {
  update(news: BoxStatusChange): void
  /** Takes vehicles for silent that no copy of the server hears any more. */
  expire(): Promise<void>
  close(): Promise<void>
}

export function createPresence({
  db,
  clock,
  realtime,
  log,
}: Pick<Deps, 'db' | 'clock' | 'realtime' | 'log'>): Presence {
  const written = new Map<string, Written>()
  const changed = new Map<string, Written>()
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  const writeSeen = async (batch: readonly (readonly [string, Written])[]): Promise<void> => {
    const column = <T>(pick: (id: string, one: Written) => T): T[] => batch.map(([id, one]) => pick(id, one))
    await db.scoped(EVERY_STORE, (trx) =>
      sql`update vehicle v set connected = said.connected, battery = coalesce(said.battery, v.battery),
          heartbeat_at = case when said.connected then ${clock()} else v.heartbeat_at end
        from unnest(${column((id) => id)}::uuid[], ${column((_, one) => one.orgCode)}::text[],
          ${column((_, one) => one.isOnline)}::boolean[], ${column((_, one) => one.battery)}::smallint[])
          as said (id, org_code, connected, battery)
        where v.id = said.id and v.org_code = said.org_code`.execute(trx),
    )
  }

  const write = async (): Promise<void> => {
    const batch = [...changed]
    changed.clear()
    if (batch.length === 0) return
    try {
      await writeSeen(batch)
    } catch (error) {
      // What comes next is written with it.
      for (const [id, one] of batch) if (!changed.has(id)) changed.set(id, one)
      throw error
    }
    const shown = new Set<string>()
    for (const [id, one] of batch) {
      const before = written.get(id)
      written.set(id, one)
      if (before?.isOnline !== one.isOnline || before.battery !== one.battery) shown.add(one.orgCode)
    }
    for (const orgCode of shown) await realtime.publish({ topic: 'vehicles', orgCode })
  }

  const flush = (): void => {
    timer = undefined
    writing = writing
      .then(write)
      .catch((error: unknown) => log.warn({ err: error }, 'whether vehicles are heard could not be written'))
  }

  return {
    update({ box, isOnline, state }) {
      const { vehicleId, orgCode } = box
      if (vehicleId === null) return
      const now = performance.now()
      const battery = state.battery === undefined ? null : Math.round(state.battery)
      const before = changed.get(vehicleId) ?? written.get(vehicleId)
      const isSame = before?.isOnline === isOnline && before.battery === battery
      if (isSame && (!isOnline || now - before.writtenAt < HEARTBEAT_MS)) return
      changed.set(vehicleId, { orgCode, isOnline, battery, writtenAt: now })
      timer ??= setTimeout(flush, TOGETHER_MS).unref()
    },
    async expire() {
      const stores = await db.scoped(EVERY_STORE, async (trx) => {
        const { rows } = await sql<{ orgCode: string }>`update vehicle v set connected = false
          from device d join device_access a on a.device_id = d.id and a.org_code = d.org_code
          where d.vehicle_id = v.id and d.org_code = v.org_code and v.connected
            and (v.heartbeat_at is null or v.heartbeat_at < ${clock()}::timestamptz - make_interval(secs => ${FORGOTTEN_SECONDS}))
          returning v.org_code`.execute(trx)
        return new Set(rows.map(({ orgCode }) => orgCode))
      })
      for (const orgCode of stores) await realtime.publish({ topic: 'vehicles', orgCode })
    },
    async close() {
      clearTimeout(timer)
      await writing
    },
  }
}
