import { z } from 'zod'
import type { Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { fromMinor, type Minor, toMinor } from '#shared/core/money.ts'
import type { Member } from '#shared/features/members/members.contract.ts'

/** What the server has said of a member's value: only it can write one. */
const Statement = z.object({
  orgCode: z.string(),
  memberId: z.string(),
  amount: z.number().int(),
  at: z.iso.datetime(),
})
export type OfflineStatement = z.infer<typeof Statement>

const PURPOSE = 'value without the server'

type Sealing = Pick<Deps, 'sealer' | 'clock'>

/**
 * The same members, each with what a counter may take from the balance while the server is away: what is free of it, as far as the
 * store's cap goes. Nothing of somebody who is frozen, or whose consumption password only the server knows.
 */
export async function withOfflineValue(
  { sealer, clock }: Sealing,
  trx: Transaction,
  members: readonly Member[],
): Promise<Member[]> {
  if (members.length === 0) return []
  const stores = await trx
    .selectFrom('store')
    .select(['orgCode', 'offlineMemberCap'])
    .where('orgCode', 'in', [...new Set(members.map(({ orgCode }) => orgCode))])
    .where('offlineMemberCap', '>', 0)
    .execute()
  const caps = new Map(stores.map(({ orgCode, offlineMemberCap }) => [orgCode, offlineMemberCap]))
  const at = clock().toISOString()
  return members.map((member) => {
    const { orgCode, id: memberId, frozen, havePassword } = member
    const amount = Math.min(caps.get(orgCode) ?? 0, toMinor(member.availableBalance))
    if (amount <= 0 || frozen || havePassword === 'YES') return member
    const statement = sealer.seal(JSON.stringify({ orgCode, memberId, amount, at } satisfies OfflineStatement), PURPOSE)
    return { ...member, offlineValue: { amount: fromMinor(amount), statement } }
  })
}

/** What a statement says of somebody; null where the server never said so. */
export function verifyOfflineStatement(
  { sealer }: Pick<Deps, 'sealer'>,
  statement: string,
  whose: { orgCode: string; memberId: string },
): { amount: Minor; at: Date } | null {
  try {
    const said = Statement.parse(JSON.parse(sealer.open(statement, PURPOSE)))
    if (said.orgCode !== whose.orgCode || said.memberId !== whose.memberId) return null
    return { amount: said.amount, at: new Date(said.at) }
  } catch {
    return null
  }
}
