import type { ColumnType, Generated } from 'kysely'
import type { PayoutMode, PayoutState, PromoterTerms } from '#shared/features/promoters/promoters.schema.ts'
import type { Stamped } from './access.ts'

interface PromoterRole extends Stamped {
  id: string
  /** A store, or a chain. */
  orgCode: string
  name: string
  shareMode: 'fixed' | 'percent'
  shareUnit: 'give' | 'integral'
  /** In hundredths, as the rate. */
  shareAmount: Generated<number>
  shareRate: Generated<number>
  recharges: 'first' | 'all'
  withinDays: number
  storeCodes: Generated<string[]>
  active: Generated<boolean>
  remark: Generated<string>
}

interface Promoter extends Stamped {
  id: string
  orgCode: string
  roleId: string
  roleName: string
  terms: ColumnType<PromoterTerms, string, string>
  memberId: string | null
  userId: string | null
  name: string
  code: string
  active: Generated<boolean>
  remark: Generated<string>
}

interface PromotedMember {
  id: string
  orgCode: string
  memberId: string
  promoterId: string
  terms: ColumnType<PromoterTerms, string, never>
  boundAt: Date
  boundBy: Generated<string>
}

interface Commission {
  id: string
  orgCode: string
  orderId: string
  promoterId: string
  memberId: string
  unit: PromoterTerms['unit']
  paid: number
  share: number
  deducted: Generated<number>
  back: Generated<number>
  netted: Generated<number>
  businessDay: string
  createdAt: Date
}

interface PromoterPayout {
  id: string
  orgCode: string
  promoterId: string
  amount: number
  state: Generated<PayoutState>
  remark: Generated<string>
  requesterId: string
  requestedBy: string
  createdAt: Date
  deciderId: Generated<string | null>
  decidedBy: Generated<string>
  decidedAt: Generated<Date | null>
  payMode: Generated<'' | PayoutMode>
  shiftId: Generated<string | null>
  transferNo: Generated<string>
  reason: Generated<string>
}

export interface PromoterTables {
  promoterRole: PromoterRole
  promoter: Promoter
  listedPromoter: Promoter & {
    isUser: boolean
    brought: number
    paid: number
    money: number
    points: number
    owed: number
    paidOut: number
  }
  promotedMember: PromotedMember
  listedPromotedMember: Omit<PromotedMember, 'terms'> & { promoterName: string; paid: number }
  commission: Commission
  listedCommission: Commission & { promoterName: string }
  promoterPayout: PromoterPayout
  listedPromoterPayout: PromoterPayout & { promoterName: string }
}
