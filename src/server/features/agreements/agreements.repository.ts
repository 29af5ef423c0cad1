import { type Selectable, sql } from 'kysely'
import type { Transaction } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'
import type { AgreementKind } from '#shared/features/agreements/agreements.contract.ts'

export type AgreementRow = Selectable<Tables['agreement']>
export type SignatureRow = Selectable<Tables['agreementSignature']>

/** The text of a kind that guests of a store sign now. */
export async function currentAgreement(
  trx: Transaction,
  orgCode: string,
  kind: AgreementKind,
): Promise<AgreementRow | null> {
  const { rows } =
    await sql<AgreementRow>`select a.* from current_agreement(${orgCode}, ${kind}) a where a.id is not null`.execute(
      trx,
    )
  return rows[0] ?? null
}

/** The id of the current safety agreement; empty if there is none. */
export const currentAgreementId = async (trx: Transaction, orgCode: string): Promise<string> =>
  (await currentAgreement(trx, orgCode, 'safety'))?.id ?? ''

/** The signatures of the safety agreement by a member, newest first. */
export const signaturesOf = (trx: Transaction, memberId: string): Promise<SignatureRow[]> =>
  trx
    .selectFrom('agreementSignature')
    .selectAll()
    .where(sql<boolean>`member_id = any(numbers_of(${memberId}))`)
    .where('kind', '=', 'safety')
    .orderBy('signedAt', 'desc')
    .limit(50)
    .execute()

export const findSignature = (trx: Transaction, id: string): Promise<SignatureRow | undefined> =>
  trx.selectFrom('agreementSignature').selectAll().where('id', '=', id).executeTakeFirst()

/** A text by its id, also one of the chain. The transaction must see every store. */
export const findAgreement = (trx: Transaction, id: string): Promise<AgreementRow | undefined> =>
  trx.selectFrom('agreement').selectAll().where('id', '=', id).executeTakeFirst()

export async function storeSignature(trx: Transaction, row: SignatureRow): Promise<void> {
  await trx.insertInto('agreementSignature').values(row).execute()
  if (row.kind !== 'safety') return
  await trx
    .updateTable('member')
    .set({ agreementId: row.agreementId, agreementUntil: row.validUntil })
    .where('id', '=', row.memberId)
    .where('orgCode', '=', row.orgCode)
    .execute()
}

export const findStore = (trx: Transaction, orgCode: string) =>
  trx.selectFrom('store').selectAll().where('orgCode', '=', orgCode).executeTakeFirstOrThrow()
