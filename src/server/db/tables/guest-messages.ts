import type { Generated } from 'kysely'
import type { PurchaseState } from '#shared/features/guest-messages/sms-purchases.contract.ts'

interface SmsPackage {
  id: string
  name: string
  texts: number
  price: number
  /** The store whose payment provider receives the money. */
  sellerCode: string
  active: Generated<boolean>
  remark: Generated<string>
  createdBy: string
  createdAt: Date
  updatedBy: string | null
  updatedAt: Date | null
}

interface SmsPurchase {
  /** Also the id of its payment, which belongs to the seller. */
  id: string
  orgCode: string
  packageName: string
  texts: number
  amount: number
  sellerCode: string
  state: Generated<PurchaseState>
  textsAfter: number | null
  operatorId: string
  operatorName: string
  createdAt: Date
  endedAt: Date | null
}

export interface GuestMessageTables {
  smsPackage: SmsPackage
  smsPurchase: SmsPurchase
}
