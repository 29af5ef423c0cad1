import type { ColumnType, Generated } from 'kysely'
import type { FirstRunStep } from '#shared/features/stores/first-run.contract.ts'
import type { Stamped } from './access.ts'

interface Store extends Stamped {
  id: string
  parentId: string | null
  orgCode: string
  name: string
  /** `chain` groups stores and has no counter of its own. */
  kind: Generated<'chain' | 'store'>
  apps: Generated<string[]>
  /** Of a chain: whether the members of its stores may ride in the others. */
  sharedCards: Generated<'YES' | 'NO'>
  acceptsCash: Generated<'YES' | 'NO'>
  /** Until when the store has paid for the product. */
  endTime: ColumnType<Date | null, Date | null | undefined, Date | null>
  timeZone: Generated<string>
  /** The hour at which the business day begins. */
  dayStartHour: Generated<number>
  queuePrefix: Generated<string>
  /** Open play-then-deduct orders at which another is refused (spec §4). */
  hungOrderLimit: Generated<number>
  /** More trials of a business day than this block further ones; -1: without limit. */
  trialLimit: Generated<number>
  cashierRequired: Generated<'YES' | 'NO'>
  /** Whether a badge alone takes over an enrolled counter, instead of the password. */
  cashierByBadge: Generated<'YES' | 'NO'>
  /** Whether cash is taken and given only while a shift is open. */
  cashNeedsShift: Generated<'YES' | 'NO'>
  /** The first business day whose cash outside shifts waits for an explanation. */
  cashExplainedFrom: Generated<string>
  /** What a start does if the member has not signed the safety agreement. */
  agreementMode: Generated<'off' | 'warn' | 'block'>
  /** Whether a guest under 18 needs a guardian. */
  agreementGuardian: Generated<'YES' | 'NO'>
  /** For how many days a signature is valid; 0: until another version is published. */
  agreementDays: Generated<number>
  /** Days after a payment in which a refund leaves no commission. */
  commissionDays: Generated<number>
  chargeOrder: Generated<'paidFirst' | 'giftFirst' | 'proportional'>
  /** In fen, as the other. */
  offlineMemberCap: Generated<number>
  offlineTerminalCap: Generated<number>
  /** Refund limits of users who are not managers, per refund and per day, in fen; 0: without limit. */
  refundLimit: Generated<number>
  voidMinutes: Generated<number>
  voidLimit: Generated<number>
  refundDayLimit: Generated<number>
  swapStartKeys: Generated<'YES' | 'NO'>
  photoKeepDays: Generated<number>
  /** How often the data of a new member can be changed; -1: without limit. */
  memberEditLimit: Generated<number>
  /** Whether members are found by their face. */
  faceSearch: Generated<'YES' | 'NO'>
  /** Days without a visit after which a member's face template is deleted. */
  faceKeepDays: Generated<number>
  receiptHeadZh: Generated<string>
  receiptHeadEn: Generated<string>
  receiptFootZh: Generated<string>
  receiptFootEn: Generated<string>
  queueMinutes: Generated<number>
  queueCallAhead: Generated<number>
  queueAutoCall: Generated<'YES' | 'NO'>
  /** Minutes, then hours before the beginning of a session. */
  reservationGrace: Generated<number>
  reservationFreeHours: Generated<number>
  reservationRemindHours: Generated<number>
  rankingWeek: Generated<'mondayToSunday' | 'saturdayToFriday'>
  rankingWeekCount: Generated<number>
  rankingMonthCount: Generated<number>
  rankingQuarterCount: Generated<number>
  giftHours: Generated<number>
  /** Minutes that storing is free, then the fee of each hour begun and the most of it in fen (0: without limit). */
  cloakroomFreeMinutes: Generated<number>
  cloakroomHourFee: Generated<number>
  cloakroomFeeMost: Generated<number>
  /** The product that fees are sold as; null: none was sold yet. */
  cloakroomProductId: Generated<string | null>
  /** Hours after which a stored thing is overdue. */
  cloakroomHours: Generated<number>
  /** Argon2id; null: no TV may sign in. */
  tvPasswordHash: Generated<string | null>
  nameEn: Generated<string>
  shortName: Generated<string>
  sortOrder: Generated<number>
  description: Generated<string>
  orgCategory: Generated<string>
  mobile: Generated<string>
  fax: Generated<string>
  address: Generated<string>
  memo: Generated<string>
  status: Generated<string>
  /** SMS that may still be sent; -1: not counted. */
  smsCount: Generated<number>
  /** Below this managers are warned, once. */
  smsWarnAt: Generated<number>
  smsWarned: Generated<boolean>
  /** Local hours of the quiet time; equal: none. */
  smsQuietFrom: Generated<number>
  smsQuietTo: Generated<number>
  /** Which SMS are sent by themselves, and how many days before value ends. */
  smsBirthday: Generated<'YES' | 'NO'>
  smsEnding: Generated<'YES' | 'NO'>
  smsEndingDays: Generated<number>
  smsCalled: Generated<'YES' | 'NO'>
  /** The store's id at platforms that sell coupons; empty: its own code. */
  externalStoreId: Generated<string>
}

interface StoreSetupSkip {
  orgCode: string
  step: FirstRunStep
  skippedBy: string
  skippedAt: Date
}

export interface StoreTables {
  store: Store
  storeSetupSkip: StoreSetupSkip
}
