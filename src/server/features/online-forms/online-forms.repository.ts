import { type Selectable, sql } from 'kysely'
import type { SignedIn } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import type { OnlineFormTables } from '#server/db/tables/online-forms.ts'
import { AppError } from '#shared/core/errors.ts'
import type { FormDefinition } from '#shared/features/online-forms/online-form.schema.ts'
import type { FormAct } from '#shared/features/online-forms/online-forms.contract.ts'

export type FormRow = Selectable<OnlineFormTables['onlineForm']>

/** A form with the version that new records have. */
export interface PublishedForm extends FormRow {
  version: number
  definition: FormDefinition
}

export const actionOf = (code: string, act: FormAct): string => `form_${code}:${act}`

/** Whether a form belongs to the organisation at which a user works. */
export const isOwn = ({ ownerCode }: { ownerCode: string }, { identity, orgCode }: SignedIn): boolean =>
  identity === '-1' || ownerCode === orgCode || (orgCode !== '' && ownerCode.startsWith(orgCode))

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export async function formById(trx: Transaction, id: string, lock = false): Promise<FormRow> {
  if (!UUID.test(id)) throw new AppError('common.recordNotFound')
  const found = trx.selectFrom('onlineForm').selectAll().where('id', '=', id)
  const row = await (lock ? found.forUpdate() : found).executeTakeFirst()
  if (!row) throw new AppError('common.recordNotFound')
  return row
}

/** A form that the caller may change; another organisation's is reported as missing. */
export async function ownForm(trx: Transaction, user: SignedIn, id: string): Promise<FormRow> {
  const form = await formById(trx, id)
  if (!isOwn(form, user)) throw new AppError('forms.notOwn')
  return formById(trx, id, true)
}

/** Throws unless the caller has one of these actions on the records of a form. */
export function requireAct({ actions }: SignedIn, code: string, acts: readonly FormAct[]): void {
  if (!acts.some((act) => actions.has(actionOf(code, act)))) throw new AppError('auth.forbidden')
}

/** A published form by its code. Throws unless the caller has one of these actions on its records. */
export async function openForm(
  trx: Transaction,
  user: SignedIn,
  code: string,
  acts: readonly FormAct[],
): Promise<PublishedForm> {
  requireAct(user, code, acts)
  const row = await trx
    .selectFrom('onlineForm as f')
    .innerJoin('onlineFormVersion as v', (join) =>
      join.onRef('v.formId', '=', 'f.id').onRef('v.version', '=', 'f.publishedVersion'),
    )
    .selectAll('f')
    .select(['v.version', 'v.definition'])
    .where('f.code', '=', code)
    .executeTakeFirst()
  if (!row) throw new AppError('common.recordNotFound')
  return row
}

/** The same for a change of records: until the end of the transaction, nobody publishes another version. */
export async function holdForm(
  trx: Transaction,
  user: SignedIn,
  code: string,
  acts: readonly FormAct[],
): Promise<PublishedForm> {
  requireAct(user, code, acts)
  // A statement of its own: one that waits for a lock would join the version of before.
  await trx.selectFrom('onlineForm').select('id').where('code', '=', code).forShare().execute()
  return openForm(trx, user, code, acts)
}

/** Every published form that the scope shows. */
export const publishedForms = (trx: Transaction): Promise<PublishedForm[]> =>
  trx
    .selectFrom('onlineForm as f')
    .innerJoin('onlineFormVersion as v', (join) =>
      join.onRef('v.formId', '=', 'f.id').onRef('v.version', '=', 'f.publishedVersion'),
    )
    .selectAll('f')
    .select(['v.version', 'v.definition'])
    .orderBy('f.code')
    .execute()

export async function definitionOf(trx: Transaction, formId: string, version: number): Promise<FormDefinition | null> {
  const row = await trx
    .selectFrom('onlineFormVersion')
    .select('definition')
    .where('formId', '=', formId)
    .where('version', '=', version)
    .executeTakeFirst()
  return row?.definition ?? null
}

export async function countRecords(trx: Transaction, formId: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from online_form_record
    where form_id = ${formId}`.execute(trx)
  return rows[0]?.total ?? 0
}
