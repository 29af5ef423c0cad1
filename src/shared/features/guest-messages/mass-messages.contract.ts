import { z } from 'zod'
import { entity, listedRow, listQueryOf, resource } from '#shared/core/crud.ts'
import { pageOf } from '#shared/core/envelope.ts'
import { excelRoutes, type Sheet } from '#shared/core/excel.ts'
import { type FieldMarks, fieldsOf, sheetColumnsOf } from '#shared/core/fields.ts'
import { Amount } from '#shared/core/money.ts'
import { route } from '#shared/core/route.ts'
import { exact, line } from '#shared/core/text.ts'
import { Day, WireTime } from '#shared/core/time.ts'

export const MassState = z.enum(['sending', 'stopped', 'done'])
export type MassState = z.infer<typeof MassState>
export const StopReason = z.enum(['', 'person', 'textsUsedUp'])

/** Title and text of a mass message (spec §9). */
export const MASS_LENGTH = 20

/** How many stores one call may send for. */
export const MAX_STORES = 500

const OptionalDay = z.union([z.literal(''), Day]).nullish()
const Balance = Amount.min(0).max(100_000_000).nullish()

/** Who receives a mass message: members who meet all conditions that are given. */
export const MassAudience = z.object({
  /** Codes of stores; empty: the current store, or all in scope. */
  stores: z.array(exact(64, 1)).max(MAX_STORES).default([]),
  /** Names of member levels; empty: any. */
  levels: z.array(line(64, 1)).max(100).default([]),
  /** The last visit was on this day or later. */
  visitedFrom: OptionalDay,
  /** The last visit was on this day or earlier, or there was none. */
  visitedTo: OptionalDay,
  birthdayMonth: z.number().int().min(1).max(12).nullish(),
  /** Limits of the paid balance. */
  balanceFrom: Balance,
  balanceTo: Balance,
})
export type MassAudience = z.output<typeof MassAudience>

export const MassText = z.object({ title: line(MASS_LENGTH, 1), content: line(MASS_LENGTH, 1) })

const Count = z.number().int()
/** Members who meet the conditions, and how many of them are left out and why. */
const Audience = z.object({ people: Count, optedOut: Count, noConsent: Count, noPhone: Count })

export const MassPreview = Audience.extend({
  /** Names text, audience and what they take: only that can be sent under this id. */
  previewId: z.uuid(),
  /** The SMS, as it is sent. */
  text: z.string(),
  /** SMS per person. */
  parts: Count,
  /** SMS that it takes. */
  texts: Count,
  /** What they cost at the price of the last purchase; null where nothing was bought. */
  cost: Amount.nullable(),
  stores: z
    .array(
      Audience.extend({
        orgCode: z.string(),
        storeName: z.string(),
        texts: Count,
        /** SMS left; -1: not counted. */
        left: Count,
        /** When it begins, if the store has quiet hours now. */
        quietUntil: WireTime.nullable(),
      }),
    )
    .max(MAX_STORES),
})
export type MassPreview = z.infer<typeof MassPreview>

const marks = {
  createTime: { kind: 'time', label: 'mass.createTime', sort: true, sheet: true },
  title: { kind: 'text', label: 'mass.title', sheet: true },
  content: { kind: 'text', label: 'mass.content', sheet: true },
  massState: { kind: 'text', label: 'mass.state', sheet: true, dict: 'mass_state' },
  planned: { kind: 'number', label: 'mass.planned', sheet: true },
  queued: { kind: 'number', label: 'mass.queued', sheet: true },
  sent: { kind: 'number', label: 'mass.sent', sheet: true, unsearched: true },
  failed: { kind: 'number', label: 'mass.failed', sheet: true, unsearched: true },
  unknown: { kind: 'number', label: 'mass.unknown', sheet: true, unsearched: true },
  optedOut: { kind: 'number', label: 'mass.optedOut', sheet: true },
  noConsent: { kind: 'number', label: 'mass.noConsent', sheet: true },
  noPhone: { kind: 'number', label: 'mass.noPhone', sheet: true },
  duplicate: { kind: 'number', label: 'mass.duplicate', sheet: true },
  parts: { kind: 'number', label: 'mass.parts', sheet: true },
  stopReason: { kind: 'text', label: 'mass.stopReason', dict: 'mass_stop_reason' },
  createBy: { kind: 'text', label: 'mass.createBy', sheet: true },
  endTime: { kind: 'time', label: 'mass.endTime', unsearched: true },
  id: { kind: 'id', label: 'crud.id' },
  sysOrgCode: { kind: 'text', label: 'records.store' },
} as const satisfies FieldMarks

export const massMessageResource = resource({
  path: '/sms/sysMassMessage',
  permission: 'massmessage',
  noun: 'mass messages',
  entity: entity(
    z.object({
      sysOrgCode: z.string(),
      sysOrgCode_dictText: z.string().nullable(),
      title: z.string(),
      content: z.string(),
      massState: MassState,
      stopReason: StopReason,
      planned: Count,
      queued: Count,
      sent: Count,
      failed: Count,
      unknown: Count,
      optedOut: Count,
      noConsent: Count,
      noPhone: Count,
      duplicate: Count,
      parts: Count,
      /** When the next portion is due, such as the end of the quiet hours. */
      nextTime: WireTime.nullable(),
      endTime: WireTime.nullable(),
    }),
  ).omit({ updateBy: true, updateTime: true }),
  create: z.object({}),
  update: z.object({}),
  ...fieldsOf(marks),
})

export const massMessageSheet: Sheet = { title: 'sheet.massMessage', columns: sheetColumnsOf(marks) }

const MassMessage = listedRow(massMessageResource.entity, massMessageResource.dict)
export type MassMessage = z.infer<typeof MassMessage>

/** A mass message with what became of its SMS. */
export const MassReport = MassMessage.extend({
  audience: MassAudience,
  /** SMS that wait in the outbox. */
  waiting: Count,
  /** Failed SMS by the reason. */
  reasons: z.array(z.object({ reason: z.string(), count: Count })).max(20),
})
export type MassReport = z.infer<typeof MassReport>

const { path } = massMessageResource
const labels = {
  ...massMessageResource.labels,
  stores: 'mass.stores',
  levels: 'mass.levels',
  visitedFrom: 'mass.visitedFrom',
  visitedTo: 'mass.visitedTo',
  birthdayMonth: 'mass.birthdayMonth',
  balanceFrom: 'mass.balanceFrom',
  balanceTo: 'mass.balanceTo',
  people: 'mass.planned',
  previewId: 'mass.preview',
  audience: 'mass.audience',
} as const
const messageKey = z.object({ id: z.uuid() })

/** SMS to many members of a store or a chain (spec §9 mass SMS). */
export const massMessages = {
  preview: route({
    labels,
    method: 'POST',
    path: `${path}/preview`,
    summary: 'How many members a mass message would reach now, whom it leaves out, and what it takes; sends nothing',
    access: 'massmessage:add',
    lane: 'lists',
    audited: false,
    body: z.object({ ...MassText.shape, audience: MassAudience }),
    result: MassPreview,
  }),
  add: route({
    labels,
    method: 'POST',
    path: `${path}/add`,
    summary: 'Sends a mass message, in portions, to the members that the preview counted; one message for each store',
    access: 'massmessage:add',
    lane: 'lists',
    body: z.object({
      ...MassText.shape,
      audience: MassAudience,
      /** The people of the preview that was confirmed; another number is refused. */
      people: z.number().int().min(1).max(100_000_000),
      /** The preview that was confirmed; another text, audience or cost is refused. */
      previewId: z.uuid(),
    }),
    result: z.object({ ids: z.array(z.uuid()).max(MAX_STORES) }),
    message: 'message.massMessages.added',
    idempotent: {},
  }),
  stop: route({
    labels,
    method: 'POST',
    path: `${path}/stop`,
    summary: 'Stops a mass message: what was not handed to the provider yet is withdrawn, and its SMS are returned',
    access: 'massmessage:stop',
    body: messageKey,
    result: z.null(),
    message: 'message.massMessages.stopped',
    idempotent: {},
  }),
  resume: route({
    labels,
    method: 'POST',
    path: `${path}/resume`,
    summary: 'Continues a stopped mass message with those who have not received it',
    access: 'massmessage:add',
    body: messageKey,
    result: z.null(),
    message: 'message.massMessages.resumed',
    idempotent: {},
  }),
  list: route({
    labels,
    method: 'GET',
    path: `${path}/list`,
    summary: 'A page of mass messages of the stores in scope, newest first',
    access: 'massmessage:list',
    query: listQueryOf(massMessageResource),
    result: pageOf(MassMessage),
  }),
  queryById: route({
    method: 'GET',
    path: `${path}/queryById`,
    summary: 'A mass message with what became of its SMS',
    access: 'massmessage:list',
    lane: 'lists',
    query: messageKey,
    result: MassReport,
  }),
  exportXls: excelRoutes(massMessageResource).exportXls,
}
