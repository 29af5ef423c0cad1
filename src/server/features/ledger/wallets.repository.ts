import { type NotNull, type RawBuilder, type Selectable, sql } from 'kysely'
import type { Transaction } from '#server/db/database.ts'
import type { WalletKind } from '#server/db/tables/ledger.ts'
import type { Tables } from '#server/db/tables.ts'

export type WalletRow = Selectable<Tables['wallet']>

interface Owner {
  id: string
  orgCode: string
}

/** All wallets of members. A member without value of a kind may have no such wallet. */
export async function walletsOf(trx: Transaction, memberIds: readonly string[]): Promise<WalletRow[]> {
  if (memberIds.length === 0) return []
  return trx
    .selectFrom('wallet')
    .selectAll()
    .where('memberId', 'in', memberIds)
    .orderBy('memberId')
    .orderBy('kind')
    .orderBy('project')
    .execute()
}

/** A wallet with its free value: without held and expired value. */
export type FreeWallet = WalletRow & { free: number }

/** All wallets of members with their free value. */
export async function freeWalletsOf(trx: Transaction, memberIds: readonly string[], now: Date): Promise<FreeWallet[]> {
  if (memberIds.length === 0) return []
  return trx
    .selectFrom('wallet')
    .selectAll()
    .select(sql<number>`free_value(wallet, ${now})`.as('free'))
    .where('memberId', 'in', memberIds)
    .orderBy('memberId')
    .orderBy('kind')
    .orderBy('project')
    .execute()
}

const findWallet = <W extends WalletRow>(
  wallets: readonly W[],
  { id, orgCode }: Owner,
  kind: WalletKind,
  project: string,
): W | undefined =>
  wallets.find(
    (wallet) =>
      wallet.memberId === id && wallet.orgCode === orgCode && wallet.kind === kind && wallet.project === project,
  )

/** The free value of one wallet of a member; 0 if there is none. */
export const freeIn = (wallets: readonly FreeWallet[], owner: Owner, kind: WalletKind, project = ''): number =>
  findWallet(wallets, owner, kind, project)?.free ?? 0

/** The value and held value of one wallet of a member. */
export const valueIn = (
  wallets: readonly WalletRow[],
  owner: Owner,
  kind: WalletKind,
  project = '',
): Pick<WalletRow, 'value' | 'held'> => findWallet(wallets, owner, kind, project) ?? { value: 0, held: 0 }

/** SQL for the value of a wallet of the member aliased `t`, for list conditions. */
export const walletValue = (kind: WalletKind, project = ''): RawBuilder<unknown> =>
  sql`coalesce((select w.value from wallet w where w.member_id = t.id and w.org_code = t.org_code
    and w.kind = ${sql.lit(kind)} and w.project = ${sql.lit(project)}), 0)`

/** The open lots of a member, the first to end first. */
export const lotsOf = (trx: Transaction, { id, orgCode }: Owner) =>
  trx
    .selectFrom('walletLot')
    .selectAll()
    .select(sql<string | null>`last_day(org_code, valid_until)`.as('lastDay'))
    .where('memberId', '=', id)
    .where('orgCode', '=', orgCode)
    .where('isOpen', '=', true)
    .orderBy('kind')
    .orderBy('project')
    .orderBy('validUntil', (order) => order.asc().nullsLast())
    .orderBy('id')
    .execute()

/** Maximum number of lots shown. */
const MAX_LOTS = 50

/** The open lots of a member that end in the future, the soonest first. */
export const endingLots = (trx: Transaction, { id, orgCode }: Owner, now: Date) =>
  trx
    .selectFrom('walletLot')
    .select(['id', 'kind', 'project', 'valueLeft', 'validUntil'])
    .select([
      sql<string>`last_day(org_code, valid_until)`.as('lastDay'),
      sql<number>`days_left(org_code, valid_until, ${now})`.as('daysLeft'),
    ])
    .where('memberId', '=', id)
    .where('orgCode', '=', orgCode)
    .where('isOpen', '=', true)
    .where('validUntil', '>', now)
    .orderBy('validUntil')
    .orderBy('id')
    .limit(MAX_LOTS)
    .$narrowType<{ validUntil: NotNull }>()
    .execute()
