import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Scope, Transaction } from '#server/db/database.ts'
import { pageOfStores } from '#server/db/store-list.ts'
import type { Tables } from '#server/db/tables.ts'
import type { Page } from '#shared/core/envelope.ts'
import { AppError } from '#shared/core/errors.ts'
import { toWireTime } from '#shared/core/time.ts'
import type { Refusal } from '#shared/features/terminals/terminals.contract.ts'
import { isTextKey, type Locale, text } from '#shared/i18n/catalogue.ts'
import { findTerminal } from './terminals.repository.ts'

type RefusalRow = Selectable<Tables['syncRefusal']>

interface Refused {
  /** The key of the start. */
  id: string
  orgCode: string
  terminalId: string | null
  operatorId: string
  error: AppError
  payload: Record<string, unknown>
}

/** Stores a refusal for the manager; a repeated refusal of a start replaces the earlier one. */
export async function recordRefusal(trx: Transaction, refused: Refused, now: Date): Promise<void> {
  const { id, orgCode, terminalId, operatorId, error, payload } = refused
  const terminal = terminalId ? await findTerminal(trx, terminalId, orgCode) : null
  const reason = { code: error.code, details: JSON.stringify(error.details) }
  await trx
    .insertInto('syncRefusal')
    .values({
      id,
      orgCode,
      terminalId,
      operatorId,
      ...reason,
      terminalName: terminal?.name ?? '',
      payload: JSON.stringify(payload),
      createdAt: now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['id', 'orgCode'])
        .doUpdateSet({ ...reason, state: 'open', remark: '', closedAt: null, closedBy: null }),
    )
    .execute()
}

/** Closes a refusal with a remark; returns its store. */
export async function dismissRefusal(
  trx: Transaction,
  { id, remark }: { id: string; remark: string },
  userId: string,
  now: Date,
): Promise<string> {
  const row = await trx
    .selectFrom('syncRefusal')
    .select(['state', 'orgCode'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new AppError('common.recordNotFound')
  if (row.state === 'settled') throw new AppError('sessions.alreadySettled')
  await trx
    .updateTable('syncRefusal')
    .set({ state: 'dismissed', remark, closedAt: now, closedBy: userId })
    .where('id', '=', id)
    .where('orgCode', '=', row.orgCode)
    .execute()
  return row.orgCode
}

interface RefusalSearch {
  pageNo: number
  pageSize: number
  order: 'asc' | 'desc'
  state?: Refusal['state']
  stores?: Scope
}

export async function listRefusals(trx: Transaction, search: RefusalSearch, locale: Locale): Promise<Page<Refusal>> {
  const { pageNo, pageSize, order, state, stores } = search
  const where: RawBuilder<unknown>[] = state ? [sql`t.state = ${state}`] : []
  const list = { table: 'sync_refusal', where, column: 'created_at', order, pageNo, pageSize, stores }
  const page = await pageOfStores<RefusalRow>(trx, list)
  return { ...page, records: page.records.map((row) => toRefusal(row, locale)) }
}

const toRefusal = (row: RefusalRow, locale: Locale): Refusal => {
  const key = `error.${row.code}`
  return {
    id: row.id,
    sysOrgCode: row.orgCode,
    createTime: toWireTime(row.createdAt),
    terminalName: row.terminalName,
    code: row.code,
    reason: isTextKey(key) ? text(locale, key, row.details) : row.code,
    payload: row.payload,
    state: row.state,
    remark: row.remark,
  }
}
