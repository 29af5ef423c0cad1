import { sql } from 'kysely'
import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import type { WalletKind } from '#server/db/tables/ledger.ts'
import { valueIn } from '#server/features/ledger/index.ts'
import {
  type Holdings,
  holdingsOf,
  levelKey,
  type MemberRow,
  SEE_PHONES,
  standingsOf,
  toMember,
} from '#server/features/members/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { fromMinor } from '#shared/core/money.ts'
import { toWireTime } from '#shared/core/time.ts'
import type { MergePreview } from '#shared/features/wallets/member-merge.contract.ts'
import { type HeldCard, joinCards } from '#shared/features/wallets/merge.calc.ts'
import { lastDayOf, type StoreClock } from '#shared/features/wallets/validity.calc.ts'

const MAX_TICKETS = 100

interface MergeSide {
  row: MemberRow
  holdings: Holdings
}

/** The effect of a merge. Throws like the merge. */
export async function previewMerge(
  deps: Deps,
  ctx: CallContext,
  trx: Transaction,
  { sourceId, targetId }: { sourceId: string; targetId: string },
): Promise<MergePreview> {
  const now = deps.clock()
  const source = await sideOf(trx, sourceId, 'sourceId', now)
  if (sourceId === targetId) throw new AppError('members.mergeOneself', { field: 'targetId' })
  const target = await sideOf(trx, targetId, 'targetId', now)
  if (target.row.orgCode !== source.row.orgCode) throw new AppError('members.otherStore', { field: 'targetId' })
  const { timeZone, dayStartHour } = await trx
    .selectFrom('store')
    .select(['timeZone', 'dayStartHour'])
    .where('orgCode', '=', source.row.orgCode)
    .executeTakeFirstOrThrow()
  const seesPhones = ctx.user.actions.has(SEE_PHONES)
  const standings = await standingsOf(trx, [source.row, target.row])
  const memberOf = ({ row, holdings }: MergeSide) =>
    toMember(row, holdings, seesPhones, now, standings.get(levelKey(row.orgCode, row.id)))
  return {
    source: memberOf(source),
    target: memberOf(target),
    wallets: walletsOf(source, target),
    cards: await cardsOf(trx, source, target, { now, timeZone, dayStartHour }),
    tickets: await ticketsOf(trx, source.row),
    takes: takesOf(source.row, target.row),
  }
}

async function sideOf(trx: Transaction, id: string, field: 'sourceId' | 'targetId', now: Date): Promise<MergeSide> {
  const row = await trx.selectFrom('member').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('members.notFound', { field })
  if (row.mergedInto !== null) throw new AppError('members.merged', { field, into: row.mergedInto })
  return { row, holdings: await holdingsOf(trx, [id], now) }
}

const names = (one: MergeSide, other: MergeSide): string[] =>
  [...new Set([...one.holdings.projects, ...other.holdings.projects].map(({ projectType }) => projectType))].sort()

const projectOf = ({ holdings }: MergeSide, name: string) =>
  holdings.projects.find(({ projectType }) => projectType === name)

const walletValueOf = ({ row, holdings }: MergeSide, kind: WalletKind): number =>
  valueIn(holdings.wallets, row, kind).value

function walletsOf(source: MergeSide, target: MergeSide): MergePreview['wallets'] {
  type Line = MergePreview['wallets'][number]
  const line = (wallet: Line['wallet'], read: (side: MergeSide) => number, projectType = ''): Line => ({
    wallet,
    projectType,
    source: read(source),
    target: read(target),
    after: read(source) + read(target),
  })
  const money = (wallet: 'balance' | 'give'): Line => {
    const [given, own] = [walletValueOf(source, wallet), walletValueOf(target, wallet)]
    return { wallet, projectType: '', source: fromMinor(given), target: fromMinor(own), after: fromMinor(given + own) }
  }
  const all = [
    money('balance'),
    money('give'),
    line('integral', (side) => walletValueOf(side, 'integral')),
    line('laps', (side) => walletValueOf(side, 'laps')),
    line('coins', (side) => walletValueOf(side, 'coins')),
    ...names(source, target).map((name) => line('frequency', (side) => projectOf(side, name)?.frequency ?? 0, name)),
    line('exp', ({ row }) => row.experience),
  ]
  return all.filter(({ source: given, target: own }) => given !== 0 || own !== 0)
}

async function cardsOf(
  trx: Transaction,
  source: MergeSide,
  target: MergeSide,
  clock: StoreClock,
): Promise<MergePreview['cards']> {
  const cards: MergePreview['cards'] = []
  for (const projectType of names(source, target)) {
    const [given, own] = [await cardOf(trx, source, projectType), await cardOf(trx, target, projectType)]
    const after = joinCards(given, own, clock)
    if (after)
      cards.push({ projectType, source: shown(given, clock), target: shown(own, clock), after: shown(after, clock) })
  }
  return cards
}

async function cardOf(trx: Transaction, side: MergeSide, projectType: string): Promise<HeldCard | null> {
  const project = projectOf(side, projectType)
  if (!project || project.unlimitedName === '') return null
  const { unlimitedName: name, unlimitedUntil, unlimitedUses: uses } = project
  const { rows } = await sql<{ held: number }>`
    select reserved_uses(${side.row.orgCode}, ${side.row.id}, ${projectType}) as held`.execute(trx)
  return { name, until: unlimitedUntil, uses, held: rows[0]?.held ?? 0 }
}

const shown = (card: HeldCard | null, clock: StoreClock): MergePreview['cards'][number]['after'] =>
  card
    ? {
        changwanName: card.name,
        changWanEndTime: card.until && toWireTime(card.until),
        changWanLastDay: card.until && lastDayOf(card.until, clock),
        changwanCount: card.uses,
      }
    : null

async function ticketsOf(trx: Transaction, { id, orgCode }: MemberRow): Promise<MergePreview['tickets']> {
  const rows = await trx
    .selectFrom('playRecord')
    .select(['id', 'ticketNo', 'createdAt'])
    .where('memberId', '=', id)
    .where('orgCode', '=', orgCode)
    .where('state', 'in', ['PENDING', 'ESCAPED', 'NOPAY'])
    .orderBy('createdAt')
    .limit(MAX_TICKETS)
    .execute()
  return rows.map(({ id: play, ticketNo, createdAt }) => ({ id: play, ticketNo, createTime: toWireTime(createdAt) }))
}

function takesOf(source: MemberRow, target: MemberRow): MergePreview['takes'] {
  const values = ({ phone, physicalCard, consumePassword, realname, birthday, idNumberSealed, openid }: MemberRow) => ({
    phone,
    physicalCard,
    password: consumePassword,
    realname,
    birthday,
    idNumber: idNumberSealed,
    openid,
  })
  const [given, own] = [values(source), values(target)]
  return (Object.keys(given) as (keyof typeof given)[]).filter((name) => given[name] && !own[name])
}

/** The values of a merged member for the audit trail. */
export async function summaryOf(trx: Transaction, id: string, now: Date) {
  const row = await trx.selectFrom('member').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) return undefined
  const { phone, nickname, realname, experience, memberLevel } = row
  const { wallets, projects } = await holdingsOf(trx, [id], now)
  const worth = (kind: WalletKind) => valueIn(wallets, row, kind).value
  return {
    phone,
    nickname,
    realname,
    balance: worth('balance'),
    give: worth('give'),
    integral: worth('integral'),
    laps: worth('laps'),
    coins: worth('coins'),
    experience,
    memberLevel,
    projects: projects.map(({ projectType, frequency, unlimitedName, unlimitedUntil, unlimitedUses }) => ({
      projectType,
      frequency,
      unlimitedName,
      unlimitedUntil,
      unlimitedUses,
    })),
  }
}
