import type { Selectable } from 'kysely'
import type { Transaction } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'

/** Locks a member; every change of a member's value takes this lock. */
export const lockMember = (trx: Transaction, { id, orgCode }: { id: string; orgCode: string }) =>
  trx
    .selectFrom('member')
    .select(['mergedInto'])
    .where('id', '=', id)
    .where('orgCode', '=', orgCode)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()

type CardRow = Selectable<Tables['memberProject']>
export type CardColumns = Pick<
  CardRow,
  'unlimitedName' | 'unlimitedUntil' | 'unlimitedUses' | 'unlimitedIssued' | 'photo'
>

export const saveCard = async (
  trx: Transaction,
  key: Pick<CardRow, 'memberId' | 'orgCode' | 'projectType'>,
  card: CardColumns,
): Promise<void> => {
  await trx
    .insertInto('memberProject')
    .values({ ...key, ...card })
    .onConflict((conflict) => conflict.constraint('member_project_pkey').doUpdateSet(card))
    .execute()
}
