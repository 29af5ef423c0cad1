import { sql } from 'kysely'
import type { Deps } from '#server/core/slice.ts'
import { EVERY_STORE } from '#server/db/database.ts'
import type { BoxStatusChange } from './box.link.ts'

/** Changes within this time are written in one statement: a thousand vehicles may connect at once. */
const WRITE_DELAY_MS = 150
/** How often the heartbeat of an unchanged vehicle is written. */
const HEARTBEAT_MS = 10_000
/** After this time without a heartbeat a vehicle is offline: the copy of the server that received its messages may have died. */
const EXPIRY_SECONDS = 30

interface Written {
  orgCode: string
  isOnline: boolean
  battery: number | null
  writtenAt: number
}

/** Writes to the database whether vehicles are online and how full their batteries are, and notifies the screens. */
export interface Presence {
  update(change: BoxStatusChange): void
  /** Sets vehicles offline that no copy of the server receives any more. */
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
  let lastWrite: Promise<void> = Promise.resolve()

  const writeBatch = async (batch: readonly (readonly [string, Written])[]): Promise<void> => {
    const column = <T>(pick: (id: string, one: Written) => T): T[] => batch.map(([id, one]) => pick(id, one))
    await db.scoped(EVERY_STORE, (trx) =>
      sql`update vehicle v set connected = reported.connected, battery = coalesce(reported.battery, v.battery),
          heartbeat_at = case when reported.connected then ${clock()} else v.heartbeat_at end
        from unnest(${column((id) => id)}::uuid[], ${column((_, one) => one.orgCode)}::text[],
          ${column((_, one) => one.isOnline)}::boolean[], ${column((_, one) => one.battery)}::smallint[])
          as reported (id, org_code, connected, battery)
        where v.id = reported.id and v.org_code = reported.org_code`.execute(trx),
    )
  }

  const write = async (): Promise<void> => {
    const batch = [...changed]
    changed.clear()
    if (batch.length === 0) return
    try {
      await writeBatch(batch)
    } catch (error) {
      // Retried with the next write.
      for (const [id, one] of batch) if (!changed.has(id)) changed.set(id, one)
      throw error
    }
    const changedStores = new Set<string>()
    for (const [id, one] of batch) {
      const before = written.get(id)
      written.set(id, one)
      if (before?.isOnline !== one.isOnline || before.battery !== one.battery) changedStores.add(one.orgCode)
    }
    for (const orgCode of changedStores) await realtime.publish({ topic: 'vehicles', orgCode })
  }

  const flush = (): void => {
    timer = undefined
    lastWrite = lastWrite
      .then(write)
      .catch((error: unknown) => log.warn({ err: error }, 'the presence of vehicles could not be written'))
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
      timer ??= setTimeout(flush, WRITE_DELAY_MS).unref()
    },
    async expire() {
      const stores = await db.scoped(EVERY_STORE, async (trx) => {
        const { rows } = await sql<{ orgCode: string }>`update vehicle v set connected = false
          from device d join device_access a on a.device_id = d.id and a.org_code = d.org_code
          where d.vehicle_id = v.id and d.org_code = v.org_code and v.connected
            and (v.heartbeat_at is null or v.heartbeat_at < ${clock()}::timestamptz - make_interval(secs => ${EXPIRY_SECONDS}))
          returning v.org_code`.execute(trx)
        return new Set(rows.map(({ orgCode }) => orgCode))
      })
      for (const orgCode of stores) await realtime.publish({ topic: 'vehicles', orgCode })
    },
    async close() {
      clearTimeout(timer)
      await lastWrite
    },
  }
}
