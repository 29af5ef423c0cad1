import type { Generated } from 'kysely'

interface RechargeOrder {
  id: string
  orgCode: string
  memberId: string
  newMember: boolean
  kind: 'recharge' | 'card'
  ruleId: string
  ruleName: string
  state: 'nopay' | 'paid' | 'closed' | 'refunding' | 'refunded'
  /** `cash` is cash, `wechat` a scanned code of any provider. */
  payMode: 'cash' | 'wechat'
  /** In fen, as balance and give. */
  amount: number
  balance: number
  give: number
  integral: number
  frequency: number
  projectType: string
  laps: number
  /** The last day of what it gives; null: for ever. */
  validUntil: string | null
  cardDays: number
  cardPlays: number
  cardUntil: Date | null
  memberLevel: string
  photo: string
  remark: string
  printId: string
  locale: 'zh' | 'en'
  operatorId: string
  operatorName: string
  cashierId: string | null
  cashierName: string
  terminalId: string | null
  terminalName: string
  createdAt: Date
  paidAt: Date | null
  closedAt: Generated<Date | null>
  /** How much of the amount has been given back. */
  refunded: Generated<number>
  /** The gift that it includes; null: none. */
  giftId: Generated<string | null>
  giftCount: Generated<number>
}

export interface RechargeTables {
  rechargeOrder: RechargeOrder
}
