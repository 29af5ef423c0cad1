import { z } from 'zod'
import { address } from '#shared/core/address.ts'
import { entity } from '#shared/core/crud.ts'
import { familyField } from '#shared/core/family-names.ts'
import { fieldsOf, sheetColumnsOf } from '#shared/core/fields.ts'
import { Amount } from '#shared/core/money.ts'
import { exact, line, lines, wrong } from '#shared/core/text.ts'
import { Day, GivenTime } from '#shared/core/time.ts'
import { YesNo } from '#shared/core/yes-no.ts'
import { isIdentityNumber } from './identity-number.calc.ts'
import { MessageConsent } from './message-consent.schema.ts'
import { RacerName } from './racer-name.calc.ts'

/** A member with all data and the values of the wallets. */
export const MemberRecord = entity(
  z.object({
    orgCode: z.string(),
    sysOrgCode_dictText: z.string().nullable(),
    nickname: z.string(),
    realname: z.string(),
    /** Masked by the server unless the caller may see phones. */
    phone: z.string(),
    physicalCard: z.string(),
    gender: z.string(),
    gender_dictText: z.string().nullable(),
    birthday: z.string().nullable(),
    /** Always masked; `identityNumber` returns it in full and needs its own action. */
    idCard: z.string(),
    avatar: z.string(),
    photo: z.string(),
    memberLevel: z.string(),
    memberLevel_dictText: z.string().nullable(),
    exp: z.number().int(),
    balance: Amount,
    give: Amount,
    integral: z.number().int(),
    laps: familyField(z.number().int()),
    coins: z.number().int(),
    frequency: z.number().int(),
    endTime: z.string().nullable(),
    openid: z.string(),
    havePassword: YesNo,
    frozen: z.boolean(),
    frozenReason: z.string(),
    /** How often personal data may still be changed, at the counter and on the member page together; -1: no limit. */
    editLimit: z.number().int(),
    /** Business day of the last visit. */
    lastVisit: z.string().nullable(),
    /** Which name public screens show. */
    racerName: RacerName,
    racerName_dictText: z.string().nullable(),
    /** Whether the member agreed to advertising by SMS: YES, NO (opted out), or empty if never asked. */
    messageConsent: MessageConsent,
    messageConsent_dictText: z.string().nullable(),
    remark: z.string(),
    /** Number of the member that this one was merged into. */
    mergedInto: z.string().nullable(),
  }),
)
export type MemberRecord = z.infer<typeof MemberRecord>

/** The fields of a list of members. */
export const memberMarks = {
  id: { kind: 'text', label: 'member.id', sort: true },
  nickname: { kind: 'text', label: 'member.nickname', sort: true, sheet: true },
  realname: { kind: 'text', label: 'member.realname', sort: true, sheet: true },
  phone: { kind: 'text', label: 'member.phone', sheet: true, unsearched: true },
  physicalCard: { kind: 'text', label: 'member.physicalCard', sheet: true, unsearched: true },
  gender: { kind: 'text', label: 'member.gender', sheet: true, dict: 'sex' },
  birthday: { kind: 'date', label: 'member.birthday', sheet: true },
  idCard: { kind: 'text', label: 'member.idCard', sheet: true, unsearched: true },
  memberLevel: { kind: 'text', label: 'member.level', sheet: true },
  exp: { kind: 'number', label: 'member.exp' },
  balance: { kind: 'money', label: 'member.balance' },
  give: { kind: 'money', label: 'member.give' },
  integral: { kind: 'number', label: 'member.integral' },
  laps: { kind: 'number', label: 'member.laps' },
  coins: { kind: 'number', label: 'member.coins' },
  frequency: { kind: 'number', label: 'member.frequency', unsearched: true },
  endTime: { kind: 'time', label: 'member.endTime' },
  frozen: { kind: 'flag', label: 'member.frozen' },
  frozenReason: { kind: 'text', label: 'member.frozenReason', unsearched: true },
  editLimit: { kind: 'number', label: 'member.editLimit', unsearched: true },
  lastVisit: { kind: 'date', label: 'member.lastVisit' },
  racerName: { kind: 'text', label: 'member.racerName', dict: 'racer_name' },
  messageConsent: { kind: 'text', label: 'member.messageConsent', sheet: true, dict: 'message_consent' },
  remark: { kind: 'text', label: 'member.remark', sheet: true, unsearched: true },
  avatar: { kind: 'text', label: 'member.avatar', unsearched: true },
  photo: { kind: 'text', label: 'member.photo', unsearched: true },
  openid: { kind: 'text', label: 'member.openid', unsearched: true },
  havePassword: { kind: 'text', label: 'member.havePassword', unsearched: true },
  mergedInto: { kind: 'text', label: 'member.mergedInto', unsearched: true },
  sysOrgCode: { kind: 'text', label: 'records.store' },
  createTime: { kind: 'time', label: 'member.createTime', sort: true },
  createBy: { kind: 'text', label: 'crud.createBy' },
} as const

export const memberFields = fieldsOf(memberMarks)

/** The columns that an import takes. */
export const memberImportColumns = sheetColumnsOf(memberMarks)

/** A phone number as it is stored: digits only, of any country. */
export const MemberPhone = exact(32)
  .transform((text) => text.replace(/[\s()-]|^\+/g, ''))
  .pipe(z.string().regex(/^(\d{5,20})?$/, wrong('input.phone')))

/** A card number as it is stored: ten decimals where a reader gives fewer, or any other printed number. */
export const CardNumber = exact(32)
  .transform((text) => text.trim())
  .pipe(z.string().regex(/^([A-Za-z\d]{4,32})?$/, wrong('input.card')))
  .transform((text) => (/^\d{1,9}$/.test(text) ? text.padStart(10, '0') : text))

const IdentityNumber = exact(40)
  .transform((text) => text.replace(/\s/g, '').toUpperCase())
  .pipe(z.string().refine((text) => text === '' || isIdentityNumber(text), wrong('input.identityNumber')))

/** Accepts a masked value too: an untouched field comes back masked, and the server then leaves it as it is. */
const orMasked = <S extends z.ZodType>(schema: S) => z.union([exact(40).regex(/\*/), schema])

const personal = {
  nickname: line(64),
  realname: line(64),
  phone: MemberPhone,
  gender: z.enum(['', '1', '2']),
  birthday: z.union([z.literal(''), Day]).nullable(),
  idCard: IdentityNumber,
  avatar: address(512),
}

/** Personal data: changing one of these fields counts against the member's limit. */
export const PERSONAL_FIELDS = Object.keys(personal) as (keyof typeof personal)[]

const free = { photo: address(512), remark: lines(500), racerName: RacerName, messageConsent: MessageConsent }

/** Only for users who may change members without limit: these fields are worth money, or are the limit itself. */
const guarded = {
  memberLevel: line(64),
  exp: z.number().int().min(0).max(1_000_000_000),
  endTime: z.union([z.literal(''), GivenTime]).nullable(),
  editLimit: z.number().int().min(-1).max(1000),
}
export const GUARDED_FIELDS = Object.keys(guarded) as (keyof typeof guarded)[]

export const MemberAdd = z.object({ ...personal, physicalCard: CardNumber, ...free, ...guarded }).partial()
export type MemberAdd = z.output<typeof MemberAdd>

/** Fields that are left out stay. Cards have calls of their own, which store what became of the old card. */
export const MemberEdit = z
  .object({
    ...personal,
    ...free,
    ...guarded,
    phone: orMasked(MemberPhone),
    idCard: orMasked(IdentityNumber),
  })
  .partial()
export type MemberEdit = z.output<typeof MemberEdit>

/** A row of a workbook. */
export const MemberImport = z
  .object({
    nickname: personal.nickname,
    realname: personal.realname,
    phone: MemberPhone,
    physicalCard: CardNumber,
    gender: personal.gender,
    birthday: personal.birthday,
    idCard: IdentityNumber,
    memberLevel: guarded.memberLevel,
    messageConsent: MessageConsent,
    remark: line(500),
  })
  .partial()
export type MemberImport = z.output<typeof MemberImport>

/** Four to six digits, as a keypad at the counter takes them; empty: no password. */
export const ConsumptionPassword = exact(6).regex(/^(\d{4,6})?$/, wrong('input.consumptionPassword'))
