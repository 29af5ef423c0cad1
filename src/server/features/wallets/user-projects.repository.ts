import type { Transaction } from '#server/db/database.ts'
import type { ProjectRow } from '#server/features/members/index.ts'

/** Of a member whose row the caller's transaction has locked. */
export const findProject = (
  trx: Transaction,
  { id, orgCode }: { id: string; orgCode: string },
  projectType: string,
): Promise<ProjectRow | undefined> =>
  trx
    .selectFrom('memberProject')
    .selectAll()
    .where('memberId', '=', id)
    .where('orgCode', '=', orgCode)
    .where('projectType', '=', projectType)
    .executeTakeFirst()

/** Every change of a member's value waits for the member's row. */
export const lockMember = (trx: Transaction, { id, orgCode }: { id: string; orgCode: string }) =>
  trx
    .selectFrom('member')
    .select(['mergedInto'])
    .where('id', '=', id)
    .where('orgCode', '=', orgCode)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()

type CardColumns = Pick<ProjectRow, 'unlimitedName' | 'unlimitedUntil' | 'unlimitedUses' | 'unlimitedIssued' | 'photo'>

export const saveCard = (
  trx: Transaction,
  key: Pick<ProjectRow, 'memberId' | 'orgCode' | 'projectType'>,
  card: CardColumns,
): Promise<ProjectRow> =>
  trx
    .insertInto('memberProject')
    .values({ ...key, ...card })
    .onConflict((conflict) => conflict.constraint('member_project_pkey').doUpdateSet(card))
    .returningAll()
    .executeTakeFirstOrThrow()
