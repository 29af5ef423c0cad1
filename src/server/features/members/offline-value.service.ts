import { z } from 'zod'
import type { Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { fromMinor, type Minor, toMinor } from '#shared/core/money.ts'
import type { Member } from '#shared/features/members/members.contract.ts'

/** A sealed statement about a member's offline value, which only the server can create. Amount in minor units. */
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
 * Adds to each member what a counter may take offline: the free balance up to the store's limit. Nothing for frozen members, and for those
 * with a consumption password, which only the server can check.
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

/** The contents of a statement; null if it is not genuine or is about another member. */
export function verifyOfflineStatement(
  { sealer }: Pick<Deps, 'sealer'>,
  statement: string,
  owner: { orgCode: string; memberId: string },
): { amount: Minor; at: Date } | null {
  try {
    const parsed = Statement.parse(JSON.parse(sealer.open(statement, PURPOSE)))
    if (parsed.orgCode !== owner.orgCode || parsed.memberId !== owner.memberId) return null
    return { amount: parsed.amount, at: new Date(parsed.at) }
  } catch {
    return null
  }
}
