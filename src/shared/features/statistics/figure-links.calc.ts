import { dayEnds, daysAfter, toWireTime } from '#shared/core/time.ts'
import { ConsumeType } from '#shared/features/rules/consume-rules.schema.ts'
import type { Days } from './period.calc.ts'
import type { FigureGroup, FigureRow, Figures, Statistics } from './statistics.contract.ts'

/** A list by its page's component key, with its filters. */
export interface FigureLink {
  page: string
  filters: Record<string, string>
}

/** Business day settings of the stores. */
type Clock = Pick<Statistics, 'dayStartHour' | 'timeZone'>

interface FigureContext extends Clock, Pick<FigureRow, 'key' | 'name'> {
  by: FigureGroup
  /** The figures of the group that tell a rule of recharges from one of charges. */
  now: Pick<Figures, 'recharges' | 'rechargeOrders'>
  days: Days
  /** The selected store. */
  store?: string | undefined
}

const RECHARGE_TYPES: Readonly<Record<string, string>> = { RECHARGE: 'recharge', CARD: 'card' }
/** The types whose figures are whole orders; products may be part of an order, and others have no order. */
const LISTED_TYPES: ReadonlySet<string> = new Set([...ConsumeType.options, ...Object.keys(RECHARGE_TYPES)])
const ORDERS = 'consume/SysConsumeList'
const RECHARGES = 'memberrecharge/SysMemberRechargeList'
const REFUNDS = 'refund/SysRefundList'
const RUNS = 'vehicles/SysGameLogList'
/** Completed refunds of money paid out to customers; refunds to wallets count as consumption. */
const MONEY_BACK = { refundState: 'refunded', payWay: 'cash,scan' } as const

/** Returns the time range of business days as list filters; calendar days are given as days. */
export function timeFilter(field: string, { from, until }: Days, { timeZone, dayStartHour }: Clock, hour?: number) {
  let begin = dayEnds(daysAfter(from, -1), timeZone, dayStartHour).getTime()
  let end = dayEnds(until, timeZone, dayStartHour).getTime() - 1000
  if (hour !== undefined) {
    begin += ((hour - dayStartHour + 24) % 24) * 3_600_000
    end = begin + 3_599_000
  }
  const [first, last] = [toWireTime(new Date(begin)), toWireTime(new Date(end))]
  const isWhole = first.endsWith(' 00:00:00') && last.endsWith(' 23:59:59')
  return {
    [`${field}_begin`]: isWhole ? first.slice(0, 10) : first,
    [`${field}_end`]: isWhole ? last.slice(0, 10) : last,
  }
}

/** Returns the list whose rows make up a figure, or null if no list has this grouping. */
export function linkOf(figure: keyof Figures, context: FigureContext): FigureLink | null {
  const { by, key, name, now, days, store } = context
  if (by === 'type' && !LISTED_TYPES.has(key)) return null
  // Lists find rules and cashiers by name, and that of a deleted one is unknown.
  if ((by === 'rule' || by === 'cashier') && name === '') return null
  const hour = by === 'hour' && days.from === days.until && key !== '' ? Number(key) : undefined
  if (by === 'hour' && hour === undefined) return null
  const own: Days = by === 'day' && key !== '' ? spanOf(key) : days
  const time = (field: string) => timeFilter(field, own, context, hour)
  const stores = by === 'store' ? { sysOrgCode: key } : store ? { sysOrgCode: store } : {}
  if (figure === 'sessions' || figure === 'minutes' || figure === 'drivenLaps' || figure === 'tests') {
    const vehicle = by === 'vehicle' ? { vehicleId: key } : {}
    const tests = figure === 'tests' ? { consumeType: 'TESTCARD' } : {}
    return { page: RUNS, filters: Object.assign(time('startTime'), stores, vehicle, tests) }
  }
  if (figure === 'refunded') {
    if (by === 'type' || by === 'cashier' || by === 'vehicle') return null
    const rule = by === 'rule' ? { roleName: name } : {}
    return { page: REFUNDS, filters: Object.assign(time('endTime'), stores, rule, MONEY_BACK) }
  }
  // The list of orders cannot filter for rides without a vehicle.
  if (by === 'vehicle' && key === '') return null
  const kind = by === 'type' ? RECHARGE_TYPES[key] : undefined
  const sellsRecharges = by === 'rule' && (now.recharges !== 0 || now.rechargeOrders !== 0)
  if (figure === 'recharges' || figure === 'rechargeOrders' || kind || sellsRecharges) {
    if (by === 'cashier') return null
    const which = by === 'rule' ? { roleName: name } : kind ? { rechargeKind: kind } : {}
    return { page: RECHARGES, filters: Object.assign(time('createTime'), stores, which) }
  }
  const which =
    by === 'type'
      ? { consumeType: key }
      : by === 'rule'
        ? { consumeRoleName: name }
        : by === 'cashier'
          ? { staffName: name }
          : by === 'vehicle'
            ? { vehicleId: key }
            : {}
  const guests = figure === 'guests' ? { consumeType: 'NOCARDCONSUME' } : {}
  return { page: ORDERS, filters: Object.assign(time('createTime'), stores, guests, which) }
}

/** A day, or the first and last of a combined range. */
export function spanOf(key: string): Days {
  const [from = key, until = from] = key.split('/')
  return { from, until }
}
