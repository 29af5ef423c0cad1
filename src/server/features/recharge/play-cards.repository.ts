import type { Transaction } from '#server/db/database.ts'
import type { PlayCard } from '#shared/features/recharge/recharge.calc.ts'

interface Holder {
  memberId: string
  orgCode: string
  projectType: string
}

/** The unlimited card of a member for a project, valid or not; null if there never was one. */
export async function cardOf(
  trx: Transaction,
  { memberId, orgCode, projectType }: Holder,
): Promise<(PlayCard & { photo: string }) | null> {
  const row = await trx
    .selectFrom('memberProject')
    .select(['unlimitedName', 'unlimitedUntil', 'unlimitedUses', 'unlimitedIssued', 'photo'])
    .where('memberId', '=', memberId)
    .where('orgCode', '=', orgCode)
    .where('projectType', '=', projectType)
    .executeTakeFirst()
  if (!row) return null
  const { unlimitedName: name, unlimitedUntil: until, unlimitedUses: uses, unlimitedIssued: issued, photo } = row
  return { name, until, uses, issued, photo }
}
