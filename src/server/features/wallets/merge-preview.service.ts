import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import type { WalletKind } from '#server/db/tables/ledger.ts'
import { valueIn } from '#server/features/ledger/index.ts'
import {
  type Holdings,
  holdingsOf,
  levelKey,
  type MemberRow,
  type ProjectRow,
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

const MOST_TICKETS = 100

interface Side {
  row: MemberRow
  holdings: Holdings
}

/** What a merge would join; refuses what the merge would refuse. */
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
  const memberOf = ({ row, holdings }: Side) =>
    toMember(row, holdings, seesPhones, now, standings.get(levelKey(row.orgCode, row.id)))
  return {
    source: memberOf(source),
    target: memberOf(target),
    wallets: walletsOf(source, target),
    cards: cardsOf(source, target, { now, timeZone, dayStartHour }),
    tickets: await ticketsOf(trx, source.row),
    takes: takesOf(source.row, target.row),
  }
}

async function sideOf(trx: Transaction, id: string, field: 'sourceId' | 'targetId', now: Date): Promise<Side> {
  const row = await trx.selectFrom('member').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('members.notFound', { field })
  if (row.mergedInto !== null) throw new AppError('members.merged', { field, into: row.mergedInto })
  return { row, holdings: await holdingsOf(trx, [id], now) }
}

const names = (one: Side, other: Side): string[] =>
  [...new Set([...one.holdings.projects, ...other.holdings.projects].map(({ projectType }) => projectType))].sort()

const projectOf = ({ holdings }: Side, name: string) =>
  holdings.projects.find(({ projectType }) => projectType === name)

const worthOf = ({ row, holdings }: Side, kind: WalletKind): number => valueIn(holdings.wallets, row, kind).value

function walletsOf(source: Side, target: Side): MergePreview['wallets'] {
  type Line = MergePreview['wallets'][number]
  const line = (wallet: Line['wallet'], read: (side: Side) => number, projectType = ''): Line => ({
    wallet,
    projectType,
    source: read(source),
    target: read(target),
    after: read(source) + read(target),
  })
  const money = (wallet: 'balance' | 'give'): Line => {
    const [given, own] = [worthOf(source, wallet), worthOf(target, wallet)]
    return { wallet, projectType: '', source: fromMinor(given), target: fromMinor(own), after: fromMinor(given + own) }
  }
  const all = [
    money('balance'),
    money('give'),
    line('integral', (side) => worthOf(side, 'integral')),
    line('laps', (side) => worthOf(side, 'laps')),
    ...names(source, target).map((name) => line('frequency', (side) => projectOf(side, name)?.frequency ?? 0, name)),
    line('exp', ({ row }) => row.experience),
  ]
  return all.filter(({ source: given, target: own }) => given !== 0 || own !== 0)
}

function cardsOf(source: Side, target: Side, clock: StoreClock): MergePreview['cards'] {
  return names(source, target).flatMap((projectType) => {
    const [given, own] = [source, target].map((side) => held(projectOf(side, projectType)))
    const after = joinCards(given ?? null, own ?? null, clock)
    return after
      ? { projectType, source: shown(given, clock), target: shown(own, clock), after: shown(after, clock) }
      : []
  })
}

const held = (project: ProjectRow | undefined): HeldCard | null =>
  project && project.unlimitedName !== ''
    ? { name: project.unlimitedName, until: project.unlimitedUntil, uses: project.unlimitedUses }
    : null

const shown = (card: HeldCard | null | undefined, clock: StoreClock): MergePreview['cards'][number]['after'] =>
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
    .where('state', 'in', ['GUADAN', 'ESCAPED', 'NOPAY'])
    .orderBy('createdAt')
    .limit(MOST_TICKETS)
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

/** What the trail keeps of a member who is merged. */
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
