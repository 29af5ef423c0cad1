import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { causeOf, type LedgerEntry, type PostedLine, post } from '#server/features/ledger/index.ts'
import { currentMember, type MemberRow, type ProjectRow, projectsOf } from '#server/features/members/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { fromMinor, toMinor } from '#shared/core/money.ts'
import { fromWireTime } from '#shared/core/time.ts'
import type {
  Correction,
  UnlimitedCard,
  UserProject,
  WalletChange,
} from '#shared/features/wallets/user-projects.contract.ts'
import { endOfDay } from '#shared/features/wallets/validity.calc.ts'
import { type CardColumns, lockMember, saveCard } from './user-projects.repository.ts'
import { toUserProject } from './user-projects.view.ts'

/** The record kind of member changes in the audit trail. */
export const MEMBER_KIND = '/membermanage/sysMemberManage'

/**
 * Corrects wallets of a member manually, with ledger entries and an audit entry. Returns old and new values. Throws `members.notFound` or
 * why a wallet cannot be changed.
 */
export async function correctWallets(
  deps: Deps,
  ctx: CallContext,
  trx: Transaction,
  given: Correction,
): Promise<WalletChange[]> {
  const { id: member, orgCode } = await requireMember(ctx, trx, given.userId)
  const cause = await causeOf(deps, ctx, { kind: 'adjust', id: ctx.key, orgCode })
  const posted = await post(trx, cause, linesOf(member, given))
  const changes = posted.map(toChange)
  ctx.touched({ id: member, kind: MEMBER_KIND, before: figures(changes, 'before'), after: figures(changes, 'after') })
  ctx.afterCommit(() => deps.realtime.publish({ topic: 'wallets', orgCode }))
  return changes
}

/** Ledger entries of a correction or application. */
export function linesOf(
  member: string,
  {
    balance = 0,
    give,
    integral,
    laps,
    coins = 0,
    frequency,
    projectType,
  }: Omit<Correction, 'userId' | 'reason' | 'balance' | 'coins'> & { balance?: number; coins?: number },
): LedgerEntry[] {
  const lines: LedgerEntry[] = [
    { member, account: 'balance', delta: toMinor(balance) },
    { member, account: 'frequency', project: projectType, delta: frequency },
    { member, account: 'give', delta: toMinor(give) },
    { member, account: 'integral', delta: integral },
    { member, account: 'laps', delta: laps },
    { member, account: 'coins', delta: coins },
  ]
  return lines.filter(({ delta }) => delta !== 0)
}

export function toChange({ account, project, before, after }: PostedLine): WalletChange {
  const read = account === 'balance' || account === 'give' ? fromMinor : (value: number) => value
  return {
    wallet: account === 'laps' ? 'laps' : (account as WalletChange['wallet']),
    projectType: project,
    before: read(before ?? 0),
    after: read(after ?? 0),
  }
}

/** Wallet values by name, for the change history. */
export const figures = (changes: readonly WalletChange[], side: 'before' | 'after'): Record<string, number> =>
  Object.fromEntries(
    changes.map((change) => [
      change.projectType === '' ? change.wallet : `${change.wallet} ${change.projectType}`,
      change[side],
    ]),
  )

/** Sets or removes a member's unlimited card of a project. Throws `members.notFound` or `members.merged`. */
export async function setUnlimitedCard(
  deps: Deps,
  ctx: CallContext,
  trx: Transaction,
  given: UnlimitedCard,
): Promise<UserProject> {
  const member = await requireMember(ctx, trx, given.userId)
  const { mergedInto } = await lockMember(trx, member)
  if (mergedInto !== null) throw new AppError('members.merged', { field: 'userId', into: mergedInto })
  const before = (await projectsOf(trx, [member.id], deps.clock())).find(
    ({ projectType }) => projectType === given.projectType,
  )
  const key = { memberId: member.id, orgCode: member.orgCode, projectType: given.projectType }
  const store = await trx
    .selectFrom('store')
    .select(['timeZone', 'dayStartHour'])
    .where('orgCode', '=', member.orgCode)
    .executeTakeFirstOrThrow()
  await saveCard(trx, key, cardOf(given, before, store))
  const row = (await projectsOf(trx, [member.id], deps.clock())).find(
    ({ projectType }) => projectType === given.projectType,
  )
  if (!row) throw new Error('a card was not found after it was written')
  ctx.touched({ id: member.id, kind: MEMBER_KIND, before: before && shownCard(before), after: shownCard(row) })
  ctx.afterCommit(() => deps.realtime.publish({ topic: 'wallets', orgCode: member.orgCode }))
  return toUserProject(row, deps.clock())
}

function cardOf(
  { changwanName, changWanEndTime, changwanCount, photo }: UnlimitedCard,
  before: ProjectRow | undefined,
  store: { timeZone: string; dayStartHour: number },
): CardColumns {
  if (changwanName === '') {
    return { unlimitedName: '', unlimitedUntil: null, unlimitedUses: 0, unlimitedIssued: 0, photo: '' }
  }
  const issued = before?.unlimitedName === changwanName ? before.unlimitedIssued : changwanCount
  return {
    unlimitedName: changwanName,
    unlimitedUntil: changWanEndTime === null ? null : endOf(changWanEndTime, store),
    unlimitedUses: changwanCount,
    unlimitedIssued: changwanCount === -1 ? -1 : Math.max(issued, changwanCount),
    photo: photo ?? before?.photo ?? '',
  }
}

/** A date without time means the end of that day. */
const endOf = (given: string, store: { timeZone: string; dayStartHour: number }): Date =>
  given.length === 10 ? endOfDay(given, store) : fromWireTime(given)

const shownCard = ({ projectType, unlimitedName, unlimitedUntil, unlimitedUses, photo }: ProjectRow) => ({
  projectType,
  unlimitedName,
  unlimitedUntil,
  unlimitedUses,
  photo,
})

async function requireMember(ctx: CallContext, trx: Transaction, userId: string): Promise<MemberRow> {
  const member = await currentMember(trx, userId)
  if (!member) throw new AppError('members.notFound', { field: 'userId' })
  ctx.changesStore(member.orgCode)
  return member
}
