import { type Selectable, sql } from 'kysely'
import type { Deps } from '#server/core/slice.ts'
import { EVERY_STORE, type Transaction } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'
import { AppError } from '#shared/core/errors.ts'
import type { WechatKind, WechatSecrets } from '#shared/features/wechat/wechat-accounts.schema.ts'
import type { WechatAccess } from './wechat-api.types.ts'

export type WechatAccountRow = Selectable<Tables['wechatAccount']>
export type StoredSecrets = Partial<WechatSecrets>

/** Sealing purpose of an account's secrets, bound to chain and kind. */
export const secretsPurpose = (kind: WechatKind, orgCode: string): string => `wechat secrets ${kind} ${orgCode}`

export const openSecrets = (
  { sealer }: Pick<Deps, 'sealer'>,
  { kind, orgCode, keysSealed }: Pick<WechatAccountRow, 'kind' | 'orgCode' | 'keysSealed'>,
): StoredSecrets => (keysSealed === '' ? {} : JSON.parse(sealer.open(keysSealed, secretsPurpose(kind, orgCode))))

export const accessOf = (deps: Pick<Deps, 'sealer'>, row: WechatAccountRow): WechatAccess => {
  const { kind, orgCode, appId, sandbox } = row
  return { kind, orgCode, appId, sandbox, secret: openSecrets(deps, row).secret ?? '' }
}

/** The enabled accounts that serve a store: its own or the chain's. It needs a transaction that sees every store. */
export const accountsServing = async (trx: Transaction, orgCode: string): Promise<WechatAccountRow[]> =>
  trx
    .selectFrom('wechatAccount')
    .selectAll()
    .distinctOn('kind')
    .where('enabled', '=', true)
    .where(sql<boolean>`starts_with(${orgCode}, org_code)`)
    .orderBy('kind', 'desc')
    .orderBy(sql`length(org_code)`, 'desc')
    .execute()

/** Like `accountsServing`, in a transaction of its own. */
export const findServing = (deps: Pick<Deps, 'db'>, orgCode: string): Promise<WechatAccountRow[]> =>
  deps.db.scoped(EVERY_STORE, (trx) => accountsServing(trx, orgCode))

/** The enabled account of a kind that serves a store. Throws `wechat.noAccount`. */
export async function requireServing(
  deps: Pick<Deps, 'db'>,
  orgCode: string,
  kind: WechatKind,
): Promise<WechatAccountRow> {
  const found = (await findServing(deps, orgCode)).find((row) => row.kind === kind)
  if (!found) throw new AppError('wechat.noAccount', { field: 'wechatKind' })
  return found
}

/** An account by its chain and kind, whether enabled or not. */
export const findAccount = (
  trx: Transaction,
  orgCode: string,
  kind: WechatKind,
): Promise<WechatAccountRow | undefined> =>
  trx.selectFrom('wechatAccount').selectAll().where('orgCode', '=', orgCode).where('kind', '=', kind).executeTakeFirst()
