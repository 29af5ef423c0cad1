import { sql } from 'kysely'
import type { Deps } from '#server/core/slice.ts'
import { EVERY_STORE, type Transaction } from '#server/db/database.ts'

/** Members locked per transaction: few, so that counters do not wait. */
const BATCH_SIZE = 50

interface Owner {
  orgCode: string
  memberId: string
}

/**
 * Posts the expiry of members' value to the ledger. Value reserved by pending rides stays until they are settled. Returns the number of
 * wallets changed.
 */
export async function expireValue({ db, clock, realtime }: Deps): Promise<number> {
  const now = clock()
  let last: Owner = { orgCode: '', memberId: '' }
  let written = 0
  for (;;) {
    const { owners, changed } = await db.scoped(EVERY_STORE, async (trx) => {
      const next = await nextOwners(trx, last, now)
      return { owners: next, changed: await writeOff(trx, next, now) }
    })
    for (const [orgCode, wallets] of changed) {
      written += wallets
      if (wallets > 0) await realtime.publish({ topic: 'wallets', orgCode })
    }
    const end = owners.at(-1)
    if (!end) return written
    last = end
  }
}

/** The next members with expired lots, by store and id. */
async function nextOwners(trx: Transaction, { orgCode, memberId }: Owner, now: Date): Promise<Owner[]> {
  const { rows } = await sql<Owner>`
    select distinct org_code, member_id from wallet_lot
      where is_open and valid_until <= ${now} and (org_code, member_id) > (${orgCode}, ${memberId})
      order by org_code, member_id limit ${BATCH_SIZE}`.execute(trx)
  return rows
}

/** Returns the number of changed wallets by store. */
async function writeOff(trx: Transaction, owners: readonly Owner[], now: Date): Promise<Map<string, number>> {
  const changed = new Map<string, number>()
  for (const orgCode of new Set(owners.map((owner) => owner.orgCode))) {
    const members = owners.filter((owner) => owner.orgCode === orgCode).map(({ memberId }) => memberId)
    const { rows } = await sql<{ wallets: number }>`
      select expire_wallets(${orgCode}, ${members}::text[], ${now}) as wallets`.execute(trx)
    changed.set(orgCode, rows[0]?.wallets ?? 0)
  }
  return changed
}
