import { z } from 'zod'
import { resource } from '#shared/core/crud.ts'
import type { Sheet } from '#shared/core/excel.ts'
import { fieldsOf, sheetColumnsOf } from '#shared/core/fields.ts'
import { Amount } from '#shared/core/money.ts'
import { exact, line, wrong } from '#shared/core/text.ts'
import { WireTime } from '#shared/core/time.ts'
import { SaleInput } from '#shared/features/products/product-sales.contract.ts'
import { slipCode } from '#shared/features/scans/index.ts'
import { OrderState } from '#shared/features/sessions/charge.schema.ts'

/** `toBeCollected`: a fee is due, or the longest time is over. `rejected`: it was not accepted. */
export const CloakroomState = z.enum(['saved', 'toBeCollected', 'takenOut', 'rejected'])
export type CloakroomState = z.infer<typeof CloakroomState>

/** Why a thing should be collected. */
export const CollectFor = z.enum(['fee', 'time'])

const marks = {
  createTime: { kind: 'time', label: 'cloakroom.savedTime', sort: true, sheet: true },
  placeName: { kind: 'text', label: 'cloakroom.place', sort: true, sheet: true },
  itemName: { kind: 'text', label: 'cloakroom.item', sheet: true },
  pieces: { kind: 'number', label: 'cloakroom.pieces', sheet: true },
  cloakroomState: { kind: 'text', label: 'cloakroom.state', sort: true, sheet: true, dict: 'cloakroom_state' },
  collectFor: { kind: 'text', label: 'cloakroom.collectFor', sheet: true, dict: 'cloakroom_collect_for' },
  guestName: { kind: 'text', label: 'cloakroom.guest', sheet: true },
  phone: { kind: 'text', label: 'cloakroom.phone', sheet: true },
  userId: { kind: 'text', label: 'records.userId', sheet: true },
  freeUntil: { kind: 'time', label: 'cloakroom.freeUntil', sheet: true },
  hourFee: { kind: 'money', label: 'cloakroom.hourFee', unsearched: true },
  feeMost: { kind: 'money', label: 'cloakroom.feeMost', unsearched: true },
  dueTime: { kind: 'time', label: 'cloakroom.dueTime', sort: true, sheet: true },
  fee: { kind: 'money', label: 'cloakroom.fee', sort: true, sheet: true },
  endTime: { kind: 'time', label: 'cloakroom.endTime', sort: true, sheet: true },
  endBy: { kind: 'text', label: 'cloakroom.endBy', sheet: true },
  reason: { kind: 'text', label: 'cloakroom.reason', sheet: true },
  recipient: { kind: 'text', label: 'cloakroom.recipient', sheet: true },
  document: { kind: 'text', label: 'cloakroom.document', sheet: true },
  confirmedBy: { kind: 'text', label: 'cloakroom.confirmedBy', sheet: true },
  remark: { kind: 'text', label: 'cloakroom.remark', sheet: true },
  createBy: { kind: 'text', label: 'cloakroom.savedBy', sheet: true },
  orderId: { kind: 'id', label: 'cloakroom.order', sheet: true },
  placeId: { kind: 'id', label: 'cloakroom.place' },
  photoId: { kind: 'id', label: 'cloakroom.photo', unsearched: true },
  id: { kind: 'id', label: 'crud.id' },
  sysOrgCode: { kind: 'text', label: 'records.store' },
} as const

/** Things that guests have left, and those that were refused. The code of a slip is in no list, because it releases the thing. */
export const cloakroomItemResource = resource({
  path: '/cloakroom/sysCloakroomItem',
  permission: 'cloakroomitem',
  noun: 'things in the cloakroom',
  entity: z.object({
    id: z.uuid(),
    sysOrgCode: z.string(),
    sysOrgCode_dictText: z.string().nullable(),
    createTime: WireTime,
    /** Empty: behind the counter. */
    placeName: z.string(),
    placeId: z.uuid().nullable(),
    itemName: z.string(),
    pieces: z.number().int(),
    cloakroomState: CloakroomState,
    collectFor: z.union([z.literal(''), CollectFor]),
    guestName: z.string(),
    phone: z.string(),
    userId: z.string().nullable(),
    freeUntil: WireTime.nullable(),
    hourFee: Amount,
    /** 0: without limit. */
    feeMost: Amount,
    dueTime: WireTime.nullable(),
    /** What was paid for it. */
    fee: Amount,
    /** The last order that pays its fee. */
    orderId: z.uuid().nullable(),
    endTime: WireTime.nullable(),
    endBy: z.string(),
    reason: z.string(),
    recipient: z.string(),
    document: z.string(),
    confirmedBy: z.string(),
    remark: z.string(),
    createBy: z.string(),
    photoId: z.uuid().nullable(),
  }),
  create: z.object({}),
  update: z.object({}),
  ...fieldsOf(marks),
})

export const cloakroomItemSheet: Sheet = { title: 'sheet.cloakroomItem', columns: sheetColumnsOf(marks) }

/** Everybody who stores things may print the slip again within this time, because a printer may have jammed. */
export const REPRINT_MS = 600_000

/** The code of a slip, scanned or typed, as it is stored. */
export const SlipCode = line(64, 1)
  .transform((text) => slipCode(text) ?? '')
  .refine((code) => code !== '', wrong('input.cloakroom.code'))

const Phone = exact(32)
const Pieces = z.number().int().min(1).max(100)

const who = {
  /** A member; empty: the guest is named. */
  userId: exact(32).default(''),
  guestName: line(60).default(''),
  phone: Phone.default(''),
  itemName: line(60, 1),
  pieces: Pieces.default(1),
}
const isNamed = ({ userId, guestName }: { userId: string; guestName: string }): boolean =>
  userId !== '' || guestName !== ''
const notNamed = { ...wrong('input.cloakroom.guest'), path: ['guestName'] }

export const SaveInput = z
  .object({
    ...who,
    /** Null: behind the counter. */
    placeId: z.uuid().nullable().default(null),
    /** A picture that was uploaded before. */
    photoId: z.uuid().nullable().default(null),
    remark: line(200).default(''),
    /** Empty: any printer of the store prints the slip. */
    printId: exact(64).default(''),
  })
  .refine(isNamed, notNamed)
export type SaveInput = z.output<typeof SaveInput>

export const RefuseInput = z.object({ ...who, reason: line(200, 1) }).refine(isNamed, notNamed)
export type RefuseInput = z.output<typeof RefuseInput>

/** What may change while a thing is stored. */
export const ItemEdit = z.object({
  id: z.uuid(),
  placeId: z.uuid().nullable().optional(),
  guestName: line(60, 1).optional(),
  phone: Phone.optional(),
  remark: line(200).optional(),
})
export type ItemEdit = z.output<typeof ItemEdit>

/** A stored thing as the counter sees it before it is taken out. */
export const StoredItem = z.object({
  id: z.uuid(),
  itemName: z.string(),
  pieces: z.number().int(),
  placeName: z.string(),
  guestName: z.string(),
  phone: z.string(),
  userId: z.string().nullable(),
  createTime: WireTime,
  freeUntil: WireTime,
  dueTime: WireTime,
  isOverdue: z.boolean(),
  /** What is due now. */
  fee: Amount,
  /** Whether a scan payment of the fee is open. */
  isPaying: z.boolean(),
  hasPhoto: z.boolean(),
  remark: z.string(),
})
export type StoredItem = z.infer<typeof StoredItem>

const LAST_DIGITS = 4

/** Who takes a thing out without its slip: the guest by name and the end of the phone, or anybody by a document. */
export const WithoutSlipInput = z
  .object({
    id: z.uuid(),
    recipient: line(60, 1),
    /** The last four digits of the phone that was given. */
    phoneEnd: exact(LAST_DIGITS).default(''),
    /** What document was shown, such as the kind and the end of its number. */
    document: line(60).default(''),
    /** The second user, who confirms it by the password of a sign-in. */
    confirmerId: z.uuid(),
    password: exact(128, 1),
  })
  .refine(({ phoneEnd, document }) => phoneEnd.length === LAST_DIGITS || document !== '', {
    ...wrong('input.cloakroom.identity'),
    path: ['phoneEnd'],
  })
export type WithoutSlipInput = z.output<typeof WithoutSlipInput>

/** The payment of a fee. A thing that its slip names is handed out as well; one that is named by its id is not. */
export const PayInput = SaleInput.omit({ lines: true, remark: true })
  .extend({
    code: SlipCode.nullish(),
    id: z.uuid().nullish(),
    /** What the guest was shown; refused where another fee is due now. */
    fee: Amount.min(0.01).max(1_000_000),
  })
  .refine(({ code, id }) => Boolean(code) !== Boolean(id), { ...wrong('input.cloakroom.which'), path: ['code'] })
export type PayInput = z.output<typeof PayInput>

export const FeePaid = z.object({
  /** Of the order. */
  id: z.uuid(),
  /** `nopay` only during a scan payment. */
  payState: OrderState,
  amount: Amount,
})
export type FeePaid = z.infer<typeof FeePaid>
