import type { Transaction } from '#server/db/database.ts'

export interface ReleaseStage {
  orgCode: string
  version: string
  share: number
}

/** The stage for an organisation: its own, or that of the nearest one above. The transaction sees every store. */
export async function stageFor(trx: Transaction, orgCode: string): Promise<ReleaseStage | null> {
  const stages = await trx.selectFrom('terminalReleaseStage').selectAll().execute()
  const above = stages.filter((stage) => orgCode.startsWith(stage.orgCode))
  return above.sort((one, other) => other.orgCode.length - one.orgCode.length)[0] ?? null
}

export async function setStage(trx: Transaction, stage: ReleaseStage): Promise<void> {
  const { version, share } = stage
  await trx
    .insertInto('terminalReleaseStage')
    .values(stage)
    .onConflict((conflict) => conflict.column('orgCode').doUpdateSet({ version, share }))
    .execute()
}

/** The organisation where a terminal was seen last, or null if it never registered. The transaction sees every store. */
export async function homeOf(trx: Transaction, id: string): Promise<string | null> {
  const row = await trx
    .selectFrom('terminal')
    .select('orgCode')
    .where('id', '=', id)
    .orderBy('seenAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.orgCode ?? null
}

/** Ids of the terminals in the caller's scope that were seen since a time. */
export async function terminalsSeenSince(trx: Transaction, since: Date): Promise<string[]> {
  const rows = await trx.selectFrom('terminal').select('id').distinct().where('seenAt', '>=', since).execute()
  return rows.map(({ id }) => id)
}
