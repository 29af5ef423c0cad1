import type { Catalogue } from '#renderer/platform/platform.ts'
import { AppError } from '#shared/core/errors.ts'
import { newId } from '#shared/core/id.ts'
import { fromMinor, toMinor } from '#shared/core/money.ts'
import { businessDay, toWireTime } from '#shared/core/time.ts'
import type { Member } from '#shared/features/members/members.contract.ts'
import type { RechargeOrder } from '#shared/features/recharge/recharge-orders.schema.ts'
import type { RefundLine, RefundMethod, RefundResult } from '#shared/features/refunds/refunds.schema.ts'
import type { LastSale } from '#shared/features/refunds/voids.schema.ts'
import { newRechargeRule, type RechargeRule } from '#shared/features/rules/recharge-rules.contract.ts'
import type { CountedShift, CounterShift } from '#shared/features/shifts/shifts.schema.ts'

/** A sale of practice that can be voided. */
export interface PracticeSale {
  orderKind: 'consume' | 'recharge'
  orderId: string
  roleName: string
  tickets: string
  racer: string
  userId: string
  payWay: RefundMethod
  /** What a void returns, without the deposit. */
  amount: number
  deposit: number
  lines: RefundLine[]
  undo(): void
}

interface PracticeTillDeps {
  store: Catalogue['store']
  now(): number
  memberOf(id: string): Member
  onChange(): void
}

/** Sales can be voided for so long in practice. */
const VOID_MS = 10 * 60_000

/** What practice members can buy: the amount, and the gift on top. */
const OFFERS = [
  [100, 10],
  [300, 50],
] as const

/** A rule without the texts of its dictionaries, which the counter does not show. */
type Offered = Omit<RechargeRule, `${string}_dictText`> & { sysOrgCode_dictText: string }

const lineOf = (account: RefundLine['account'], change: number): RefundLine => ({
  account,
  projectType: '',
  projectType_dictText: '',
  change,
})

const plus = (amount: number, more: number): number => fromMinor(toMinor(amount) + toMinor(more))

export type PracticeTill = ReturnType<typeof createPracticeTill>

/** Shift, recharges and voids of a practice venue. Its cash is that of its own sales. */
export function createPracticeTill({ store, now, memberOf, onChange }: PracticeTillDeps) {
  const time = () => toWireTime(new Date(now()))
  const day = () => businessDay(new Date(now()), store.timeZone)
  const blank = { createBy: null, createTime: null, updateBy: null, updateTime: null }
  const rules = OFFERS.map(
    ([amount, give], index): Offered => ({
      ...newRechargeRule,
      ...blank,
      id: newId(),
      roleName: `${amount} + ${give}`,
      recharge: amount,
      price: amount,
      give,
      giftName: '',
      indexNumber: index + 1,
      sysOrgCode: store.orgCode,
      sysOrgCode_dictText: store.departName,
    }),
  )
  const recharges = new Map<string, RechargeOrder>()
  const sales: PracticeSale[] = []
  const soldAt = new Map<string, number>()
  let shift: CounterShift | null = null
  let cash = 0

  function note(sale: PracticeSale): void {
    sales.push(sale)
    soldAt.set(sale.orderId, now())
    if (sale.payWay === 'cash') cash = plus(cash, sale.amount + sale.deposit)
  }

  return {
    note,

    /** The store as its counters know it; in practice it takes cash. */
    facts: () => ({
      orgCode: store.orgCode,
      departName: store.departName,
      apps: store.apps.join(','),
      acceptsCash: 'YES' as const,
      takesCodes: store.takesCodes,
      hasPrinter: 'YES' as const,
      endTime: null,
      timeZone: store.timeZone,
      dayStartHour: 0,
    }),

    /** The recharge rules of practice. */
    offers: (): readonly Offered[] => rules,

    recharge(
      { userId, ruleId, isCash, remark }: { userId: string; ruleId: string; isCash: boolean; remark: string },
      id: string,
    ): RechargeOrder {
      const before = recharges.get(id)
      if (before) return before
      const rule = rules.find((one) => one.id === ruleId)
      if (!rule) throw new AppError('practice.notHere')
      const member = memberOf(userId)
      const add = (sign: 1 | -1): void => {
        member.balance = plus(member.balance, sign * rule.recharge)
        member.give = plus(member.give, sign * rule.give)
        onChange()
      }
      const order: RechargeOrder = {
        ...blank,
        id,
        createTime: time(),
        sysOrgCode: store.orgCode,
        sysOrgCode_dictText: store.departName,
        userId,
        userNickname: member.nickname,
        userTruenmae: member.realname,
        userPhone: member.phone,
        isNew: 'NO',
        isNew_dictText: null,
        rechargeKind: 'recharge',
        rechargeKind_dictText: null,
        ruleId,
        roleName: rule.roleName,
        payState: 'paid',
        payState_dictText: null,
        consumePayMode: isCash ? 'cash' : 'wechat',
        consumePayMode_dictText: null,
        amount: rule.price,
        revenue: rule.price,
        refunded: 0,
        recharge: rule.recharge,
        give: rule.give,
        integral: 0,
        frequency: 0,
        projectType: '',
        projectType_dictText: null,
        laps: 0,
        validUntil: null,
        changwanDays: 0,
        changwanCount: 0,
        changWanEndTime: null,
        memberLevel: '',
        departusername: '',
        operatorName: '',
        terminalName: '',
        remark,
        payTime: time(),
        payOrderNumber: '',
        serialNumber: '',
      }
      recharges.set(id, order)
      add(1)
      const payWay = isCash ? 'cash' : 'scan'
      note({
        orderKind: 'recharge',
        orderId: id,
        roleName: rule.roleName,
        tickets: '',
        racer: '',
        userId,
        payWay,
        amount: rule.price,
        deposit: 0,
        lines: [lineOf(payWay, -rule.price), lineOf('balance', -rule.recharge), lineOf('give', -rule.give)],
        undo: () => add(-1),
      })
      return order
    },

    /** Returns a recharge for polling. */
    rechargeOrder(id: string): RechargeOrder {
      const order = recharges.get(id)
      if (!order) throw new AppError('common.recordNotFound')
      return order
    },

    /** The last sale, while it can be voided; null if there is none. */
    lastSale(): LastSale | null {
      const sale = sales.at(-1)
      const at = sale ? (soldAt.get(sale.orderId) ?? 0) : 0
      if (!sale || now() > at + VOID_MS) return null
      const { undo, ...shown } = sale
      return {
        ...shown,
        soldAt: new Date(at).toISOString(),
        until: new Date(at + VOID_MS).toISOString(),
        timeZone: store.timeZone,
        settles: false,
        approval: [],
        mayApprove: true,
        approvers: [],
        byBadge: false,
        refusal: null,
      }
    },

    voidSale(orderId: string): RefundResult {
      const sale = sales.at(-1)
      if (!sale || sale.orderId !== orderId) throw new AppError('common.recordNotFound')
      sales.pop()
      if (sale.payWay === 'cash') cash = plus(cash, -(sale.amount + sale.deposit))
      sale.undo()
      const { payWay, amount, lines } = sale
      return { id: newId(), refundState: 'refunded', payWay, amount, lines }
    },

    shift: (): CounterShift | null => shift,

    openShift({ floatAmount, cashier }: { floatAmount: number; cashier: { id: string; name: string } }, id: string) {
      if (shift && shift.id !== id) {
        throw new AppError('shifts.openAlready', { by: shift.cashierName, time: shift.openTime })
      }
      shift ??= {
        id,
        cashierId: cashier.id,
        cashierName: cashier.name,
        terminalName: '',
        businessDay: day(),
        openTime: time(),
        floatAmount,
        isOwn: true,
        entries: [],
      }
      cash = floatAmount
      return shift
    },

    /** Counts the drawer: what it should contain is the float and the cash of practice since. */
    closeShift(counted: number): CountedShift {
      if (!shift) throw new AppError('shifts.notOpen')
      const closed = {
        id: shift.id,
        countedAmount: counted,
        expectedAmount: cash,
        differenceAmount: plus(counted, -cash),
        closeTime: time(),
        jobId: null,
      }
      shift = null
      return closed
    },
  }
}
