import type { CallContext, Deps } from '#server/core/slice.ts'
import { endingLots } from '#server/features/ledger/index.ts'
import { levelKey, standingsOf } from '#server/features/members/levels/member-levels.repository.ts'
import { holdingsOf } from '#server/features/members/members.repository.ts'
import { SEE_PHONES, toMember } from '#server/features/members/members.view.ts'
import { currentMember } from '#server/features/members/merged-members.repository.ts'
import { personalBests } from '#server/features/rankings/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { fromMinor } from '#shared/core/money.ts'
import { toWireTime } from '#shared/core/time.ts'
import type { MemberGlance } from '#shared/features/members/member-glance.contract.ts'
import { countPlays, lastPlays, mergedInto, openHolds, spendByMonth } from './member-glance.repository.ts'

/**
 * A summary of a member and recent activity, read in one transaction. A merged number shows the remaining member. Throws
 * `members.notFound`.
 */
export function readGlance(deps: Pick<Deps, 'clock'>, ctx: CallContext, id: string): Promise<MemberGlance> {
  return ctx.tx(async (trx) => {
    const row = await currentMember(trx, id)
    if (!row) throw new AppError('members.notFound', { field: 'id' })
    const { orgCode } = row
    const now = deps.clock()
    const merged = await mergedInto(trx, row.id, orgCode)
    const numbers = { orgCode, ids: [row.id, ...merged] }
    const store = await trx.selectFrom('store').selectAll().where('orgCode', '=', orgCode).executeTakeFirstOrThrow()
    const holdings = await holdingsOf(trx, [row.id], now)
    const standing = (await standingsOf(trx, [row])).get(levelKey(orgCode, row.id))
    const member = toMember(row, holdings, ctx.user.actions.has(SEE_PHONES), now, standing)
    return {
      member,
      merged,
      cards: holdings.projects
        .filter(({ projectType }) =>
          member.projects.some((one) => one.projectType === projectType && one.isChangWan === 'YES'),
        )
        .map((project) => ({
          projectType: project.projectType,
          changwanName: project.unlimitedName,
          changWanEndTime: project.unlimitedUntil && toWireTime(project.unlimitedUntil),
          lastDay: project.unlimitedLastDay,
          daysLeft: project.unlimitedDaysLeft,
          changwanCount: project.unlimitedUses,
        })),
      lots: (await endingLots(trx, row, now)).map(
        ({ id: lot, kind, project, valueLeft, validUntil, lastDay, daysLeft }) => ({
          id: lot,
          wallet: kind === 'laps' ? 'laps' : kind,
          projectType: project,
          value: kind === 'balance' || kind === 'give' ? fromMinor(valueLeft) : valueLeft,
          endTime: toWireTime(validUntil),
          lastDay,
          daysLeft,
        }),
      ),
      bests: await personalBests(trx, numbers),
      plays: (await lastPlays(trx, numbers)).map((play) => ({
        id: play.id,
        createTime: toWireTime(play.createdAt),
        ticketNo: play.ticketNo,
        userId: play.memberId ?? '',
        ruleName: play.ruleName,
        vehicleName: play.vehicleName,
        racer: play.racer,
        consumeType: play.consumeType,
        playState: play.state,
      })),
      visits: await countPlays(trx, numbers),
      lastVisit: row.lastVisitOn,
      holds: (await openHolds(trx, numbers)).map((hold) => ({
        id: hold.id,
        ticketNo: hold.ticketNo,
        createTime: toWireTime(hold.createdAt),
        amount: fromMinor(hold.money),
        integral: hold.integral,
        laps: hold.laps,
        coins: hold.coins,
        visits: hold.visits,
        cardUses: hold.cardUses,
      })),
      spend: (await spendByMonth(trx, numbers, store, now)).map(({ month, amount, give }) => ({
        month,
        amount: fromMinor(amount),
        give: fromMinor(give),
      })),
    }
  })
}
