import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { couponsOfMember } from '#server/features/coupons/index.ts'
import { endingLots } from '#server/features/ledger/index.ts'
import { currentMemberCode, holdingsOf, levelKey, standingsOf, toMember } from '#server/features/members/index.ts'
import { resultKeyOf } from '#server/features/printing/index.ts'
import { queuePositionsOf } from '#server/features/queue/index.ts'
import { personalBests, rankingOf } from '#server/features/rankings/index.ts'
import { projectNames } from '#server/features/rules/index.ts'
import { fromMinor } from '#shared/core/money.ts'
import { toWireTime } from '#shared/core/time.ts'
import type { MemberHome } from '#shared/features/member-page/member-home.contract.ts'
import type { RankingPeriod } from '#shared/features/rankings/ranking.schema.ts'
import { GENERAL_PROJECT } from '#shared/features/rules/rules.schema.ts'
import { text } from '#shared/i18n/catalogue.ts'
import { ownMember } from './own-member.repository.ts'
import {
  countAwaitedBookings,
  ownGifts,
  ownNumbers,
  ownOrders,
  ownRecharges,
  ownRides,
  ownThings,
} from './own-records.repository.ts'

/** What a member has and did; everything is read for the member of the call alone. */
export function memberHomeService(deps: Deps) {
  const { clock } = deps

  const projectsOf = async (trx: Transaction, ctx: CallContext) => {
    const nameOf = await projectNames(trx)
    return (code: string) =>
      code === GENERAL_PROJECT || code === ''
        ? text(ctx.locale, 'dict.project_type.currency')
        : nameOf(ctx.user.orgCode, code)
  }

  const queueOf = async (trx: Transaction, ctx: CallContext) => {
    const positions = await queuePositionsOf(trx, ctx.user.orgCode, { memberId: ctx.memberId }, clock())
    return positions.map(({ ticketNo, ruleName, state, ahead, waitMinutes }) => ({
      ticketNo,
      rule: ruleName,
      isCalled: state === 'CALLED',
      ahead,
      waitMinutes,
    }))
  }

  return {
    home: (ctx: CallContext): Promise<MemberHome> =>
      ctx.tx(async (trx) => {
        const now = clock()
        const row = await ownMember(trx, ctx)
        const holdings = await holdingsOf(trx, [row.id], now)
        const member = toMember(row, holdings, true, now)
        const standing = (await standingsOf(trx, [row])).get(levelKey(row.orgCode, row.id))
        const numbers = await ownNumbers(trx, ctx)
        const nameOf = await projectsOf(trx, ctx)
        // Only of members of other stores of a chain are these not known.
        const give = member.availableGive ?? 0
        const lots = await endingLots(trx, row, now)
        return {
          wallets: {
            balance: fromMinor(Math.round((member.availableBalance - give) * 100)),
            give,
            integral: member.availableIntegral,
            laps: member.availableQuan,
            coins: member.availableCoins,
          },
          held: fromMinor(Math.round((member.balance + member.give - member.availableBalance) * 100)),
          visits: member.projects.flatMap(({ projectType, availableFrequency }) => {
            const count = availableFrequency ?? 0
            return count > 0 ? [{ project: nameOf(projectType), count }] : []
          }),
          lots: lots.map(({ id, kind, project, valueLeft, lastDay, daysLeft }) => ({
            id,
            wallet: kind,
            project: kind === 'frequency' ? nameOf(project) : '',
            value: kind === 'balance' || kind === 'give' ? fromMinor(valueLeft) : valueLeft,
            lastDay,
            daysLeft,
          })),
          cards: member.projects
            .filter(({ isChangWan }) => isChangWan === 'YES')
            .map(({ projectType, changwanName, changWanLastDay, changwanCount }) => ({
              name: changwanName,
              project: nameOf(projectType),
              lastDay: changWanLastDay,
              usesLeft: changwanCount,
            })),
          level: {
            name: standing?.name ?? '',
            experience: row.experience,
            next: standing?.next?.name ?? '',
            lacks: standing?.next?.lacks ?? 0,
          },
          waiting: {
            queue: (await queueOf(trx, ctx)).length,
            bookings: await countAwaitedBookings(trx, numbers, now),
            coupons: (await couponsOfMember(deps, trx, row.id)).length,
            things: (await ownThings(trx, numbers, now)).length,
            gifts: (await ownGifts(trx, numbers)).length,
          },
        }
      }),

    code: (ctx: CallContext) => ctx.tx(async (trx) => currentMemberCode(deps, await ownMember(trx, ctx))),

    rides: (pageNo: number, ctx: CallContext) =>
      ctx.tx(async (trx) => {
        const page = await ownRides(trx, await ownNumbers(trx, ctx), pageNo)
        const records = page.records.map((ride) => ({
          id: ride.id,
          time: toWireTime(ride.createdAt),
          ticketNo: ride.ticketNo,
          rule: ride.ruleName,
          vehicle: ride.vehicleName,
          racer: ride.racer,
          state:
            ride.state === 'CANCELLED' ? ('cancelled' as const) : ride.hasRun ? ('done' as const) : ('open' as const),
          bestMs: ride.bestMs,
          resultKey: resultKeyOf(deps, ride.id),
        }))
        return { ...page, records }
      }),

    orders: (pageNo: number, ctx: CallContext) =>
      ctx.tx(async (trx) => {
        const page = await ownOrders(trx, await ownNumbers(trx, ctx), pageNo)
        const records = page.records.map((order) => ({
          id: order.id,
          time: toWireTime(order.createdAt),
          name: order.ruleName,
          amount: fromMinor(order.amount),
          integral: order.paidIntegral,
          laps: order.paidLaps,
          visits: order.paidVisits,
          coins: order.paidCoins,
          refunded: fromMinor(order.refunded),
          state: order.state,
        }))
        return { ...page, records }
      }),

    recharges: (pageNo: number, ctx: CallContext) =>
      ctx.tx(async (trx) => {
        const page = await ownRecharges(trx, await ownNumbers(trx, ctx), pageNo)
        const records = page.records.map((order) => ({
          id: order.id,
          time: toWireTime(order.createdAt),
          name: order.ruleName,
          amount: fromMinor(order.amount),
          balance: fromMinor(order.balance),
          give: fromMinor(order.give),
          refunded: fromMinor(order.refunded),
          state: order.state,
        }))
        return { ...page, records }
      }),

    bests: (ctx: CallContext) =>
      ctx.tx(async (trx) => {
        const bests = await personalBests(trx, await ownNumbers(trx, ctx))
        return bests.map(({ vehicleType, roleName, ms, doneTime }) => ({
          vehicleType,
          rule: roleName,
          ms,
          time: doneTime,
        }))
      }),

    ranking: (period: RankingPeriod, ctx: CallContext) =>
      ctx.tx(async (trx) => {
        const store = await trx
          .selectFrom('store')
          .selectAll()
          .where('orgCode', '=', ctx.user.orgCode)
          .executeTakeFirstOrThrow()
        const ranking = await rankingOf(trx, store, { period }, clock())
        if (!ranking) return null
        const { roleName, vehicleType, places } = ranking
        return {
          rule: roleName,
          vehicleType,
          places: places.map(({ place, racer, ms }) => ({ place, racer, ms })),
        }
      }),

    queue: (ctx: CallContext) => ctx.tx((trx) => queueOf(trx, ctx)),

    coupons: (ctx: CallContext) =>
      ctx.tx(async (trx) => {
        const coupons = await couponsOfMember(deps, trx, ctx.memberId)
        return coupons.map((coupon) => ({
          code: coupon.code,
          name: coupon.couponName,
          kind: coupon.couponKind,
          value: coupon.couponValue,
          percent: coupon.couponPercent,
          rules: coupon.ruleNames,
          gift: coupon.giftCount > 1 ? `${coupon.giftName} × ${coupon.giftCount}` : coupon.giftName,
          endTime: coupon.endTime,
        }))
      }),

    things: (ctx: CallContext) =>
      ctx.tx(async (trx) => {
        const numbers = await ownNumbers(trx, ctx)
        const things = await ownThings(trx, numbers, clock())
        return {
          things: things.map(({ id, name, pieces, place, createdAt, freeUntil, hourFee, due }) => ({
            id,
            name,
            pieces,
            place,
            since: toWireTime(createdAt),
            due: fromMinor(due),
            freeUntil: hourFee > 0 && freeUntil ? toWireTime(freeUntil) : null,
          })),
          gifts: (await ownGifts(trx, numbers)).map(({ id, giftName, pieces, createdAt }) => ({
            id,
            name: giftName,
            pieces,
            since: toWireTime(createdAt),
          })),
        }
      }),
  }
}
