import { z } from 'zod'
import { Amount } from '#shared/core/money.ts'
import { exact, line, lines, wrong } from '#shared/core/text.ts'
import { DEFAULT_ZONE, isTimeZone } from '#shared/core/time.ts'
import { YesNo } from '#shared/core/yes-no.ts'
import { ChargeOrder } from '#shared/features/access/departs.contract.ts'
import { AgreementMode } from '#shared/features/agreements/agreements.contract.ts'

/** Whether ranking weeks begin on Monday or Saturday. */
export const RankingWeek = z.enum(['mondayToSunday', 'saturdayToFriday'])

/** Groups of settings; a group is shown and saved as a whole. */
export const settingGroups = [
  'day',
  'counter',
  'money',
  'receipt',
  'queue',
  'reservations',
  'rankings',
  'gifts',
  'cloakroom',
  'messages',
  'display',
] as const
export type SettingGroup = (typeof settingGroups)[number]

/** Input control of a setting. */
export type SettingKind = 'number' | 'amount' | 'choice' | 'flag' | 'line' | 'lines' | 'zone' | 'secret'

interface Setting<S extends z.ZodType = z.ZodType> {
  group: SettingGroup
  kind: SettingKind
  schema: S
  /** Default of a new store; equals the column default, which a test checks. */
  initial: z.output<S>
}

const setting = <S extends z.ZodType>(one: Setting<S>): Setting<S> => one
const whole = (least: number, most: number) => z.number().int().min(least).max(most)
const flag = { kind: 'flag', schema: YesNo, initial: 'NO' } as const
const words = { group: 'receipt', kind: 'lines', schema: lines(200), initial: '' } as const
const places = { group: 'rankings', kind: 'number', schema: whole(1, 100), initial: 10 } as const
const cap = { group: 'money', kind: 'amount', schema: Amount.min(0).max(1_000_000), initial: 0 } as const

/**
 * All settings of a store, in display order. A setting has the name of its column in
 * `store`; its texts are `storeSetting.<name>` and `storeSetting.<name>.effect`.
 */
export const settingList = {
  timeZone: setting({
    group: 'day',
    kind: 'zone',
    schema: exact(64, 1).refine(isTimeZone, wrong('input.timeZone')),
    initial: DEFAULT_ZONE,
  }),
  dayStartHour: setting({ group: 'day', kind: 'number', schema: whole(0, 23), initial: 0 }),
  cashierRequired: setting({ group: 'counter', ...flag }),
  cashierByBadge: setting({ group: 'counter', ...flag }),
  cashNeedsShift: setting({ group: 'counter', kind: 'flag', schema: YesNo, initial: 'YES' }),
  agreementMode: setting({ group: 'counter', kind: 'choice', schema: AgreementMode, initial: 'off' }),
  agreementGuardian: setting({ group: 'counter', kind: 'flag', schema: YesNo, initial: 'YES' }),
  agreementDays: setting({ group: 'counter', kind: 'number', schema: whole(0, 3650), initial: 0 }),
  hungOrderLimit: setting({ group: 'counter', kind: 'number', schema: whole(0, 1000), initial: 5 }),
  trialLimit: setting({ group: 'counter', kind: 'number', schema: whole(-1, 1000), initial: 5 }),
  swapStartKeys: setting({ group: 'counter', ...flag }),
  photoKeepDays: setting({ group: 'counter', kind: 'number', schema: whole(1, 365), initial: 30 }),
  faceSearch: setting({ group: 'counter', ...flag }),
  faceKeepDays: setting({ group: 'counter', kind: 'number', schema: whole(1, 730), initial: 180 }),
  memberEditLimit: setting({ group: 'counter', kind: 'number', schema: whole(-1, 1000), initial: -1 }),
  chargeOrder: setting({ group: 'money', kind: 'choice', schema: ChargeOrder, initial: 'paidFirst' }),
  offlineMemberCap: setting(cap),
  offlineTerminalCap: setting(cap),
  refundLimit: setting(cap),
  refundDayLimit: setting(cap),
  voidMinutes: setting({ group: 'money', kind: 'number', schema: whole(0, 1440), initial: 10 }),
  voidLimit: setting({ ...cap, initial: 100 }),
  commissionDays: setting({ group: 'money', kind: 'number', schema: whole(0, 90), initial: 7 }),
  receiptHeadZh: setting(words),
  receiptHeadEn: setting(words),
  receiptFootZh: setting(words),
  receiptFootEn: setting(words),
  queuePrefix: setting({
    group: 'queue',
    kind: 'line',
    schema: line(2, 1).regex(/^[A-Za-z]{1,2}$/, wrong('input.queuePrefix')),
    initial: 'A',
  }),
  queueMinutes: setting({ group: 'queue', kind: 'number', schema: whole(1, 1440), initial: 60 }),
  queueCallAhead: setting({ group: 'queue', kind: 'number', schema: whole(1, 100), initial: 10 }),
  queueAutoCall: setting({ group: 'queue', ...flag }),
  reservationGrace: setting({ group: 'reservations', kind: 'number', schema: whole(0, 1440), initial: 15 }),
  reservationFreeHours: setting({ group: 'reservations', kind: 'number', schema: whole(0, 720), initial: 0 }),
  reservationRemindHours: setting({ group: 'reservations', kind: 'number', schema: whole(0, 168), initial: 0 }),
  rankingWeek: setting({
    group: 'rankings',
    kind: 'choice',
    schema: RankingWeek,
    initial: 'mondayToSunday',
  }),
  rankingWeekCount: setting(places),
  rankingMonthCount: setting(places),
  rankingQuarterCount: setting(places),
  giftHours: setting({ group: 'gifts', kind: 'number', schema: whole(1, 720), initial: 24 }),
  cloakroomFreeMinutes: setting({ group: 'cloakroom', kind: 'number', schema: whole(0, 43_200), initial: 0 }),
  cloakroomHourFee: setting({ ...cap, group: 'cloakroom' }),
  cloakroomFeeMost: setting({ ...cap, group: 'cloakroom' }),
  cloakroomHours: setting({ group: 'cloakroom', kind: 'number', schema: whole(1, 720), initial: 24 }),
  smsWarnAt: setting({ group: 'messages', kind: 'number', schema: whole(0, 1_000_000), initial: 100 }),
  smsQuietFrom: setting({ group: 'messages', kind: 'number', schema: whole(0, 23), initial: 22 }),
  smsQuietTo: setting({ group: 'messages', kind: 'number', schema: whole(0, 23), initial: 8 }),
  smsBirthday: setting({ group: 'messages', ...flag }),
  smsEnding: setting({ group: 'messages', ...flag }),
  smsEndingDays: setting({ group: 'messages', kind: 'number', schema: whole(1, 90), initial: 7 }),
  smsCalled: setting({ group: 'messages', ...flag }),
  tvPassword: setting({
    group: 'display',
    kind: 'secret',
    schema: z.union([z.literal(''), exact(32, 6)]),
    initial: '',
  }),
}
export type SettingName = keyof typeof settingList

type Shape = { [K in SettingName]: (typeof settingList)[K]['schema'] }
/** Schemas of the settings by name. */
export const settingShape = Object.fromEntries(
  Object.entries(settingList).map(([name, { schema }]) => [name, schema]),
) as Shape

export const StoreSettingValues = z.object(settingShape)
export type StoreSettingValues = z.infer<typeof StoreSettingValues>

export const settingNames = Object.keys(settingList) as SettingName[]
export const settingsOf = (group: SettingGroup): SettingName[] =>
  settingNames.filter((name) => settingList[name].group === group)
