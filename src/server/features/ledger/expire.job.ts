import { sql } from 'kysely'
import type { Deps } from '#server/core/slice.ts'
import { EVERY_STORE, type Transaction } from '#server/db/database.ts'

/** Members whose rows one transaction locks: few enough that nobody at a counter waits. */
const PORTION = 50

interface Owner {
  orgCode: string
  memberId: string
}

/** Writes into the ledger what of members' value has ended; what open orders have reserved stays until they are settled. */
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

/** The next members, by store and number, who have something that ended. */
async function nextOwners(trx: Transaction, { orgCode, memberId }: Owner, now: Date): Promise<Owner[]> {
  const { rows } = await sql<Owner>`
    select distinct org_code, member_id from wallet_lot
      where is_open and valid_until <= ${now} and (org_code, member_id) > (${orgCode}, ${memberId})
      order by org_code, member_id limit ${PORTION}`.execute(trx)
  return rows
}

/** How many wallets of each store were changed. */
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
