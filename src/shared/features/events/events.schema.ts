import { z } from 'zod'
import { address } from '#shared/core/address.ts'
import { entity, listedRow, resource } from '#shared/core/crud.ts'
import type { Sheet } from '#shared/core/excel.ts'
import { creationMarks, type FieldMarks, fieldsOf, sheetColumnsOf } from '#shared/core/fields.ts'
import { Amount } from '#shared/core/money.ts'
import { exact, line } from '#shared/core/text.ts'
import { GivenTime, WireTime } from '#shared/core/time.ts'
import { YesNo } from '#shared/core/yes-no.ts'
import { Price, withDefaults } from '#shared/features/rules/rules.schema.ts'
import { SignUpFailure, SignUpState } from './sign-ups.schema.ts'

/** The state of an event; it follows from its times, unless it was cancelled. */
export const EventState = z.enum(['upcoming', 'registration', 'closed', 'running', 'over', 'cancelled'])
export type EventState = z.infer<typeof EventState>

/** An event as its form and its calls have it. */
export const eventFields = z.object({
  eventName: line(60, 1),
  registrationFee: Price,
  /** How many members it has room for; 0: no limit. */
  places: z.number().int().min(0).max(9999),
  registrationStart: GivenTime,
  registrationEnd: GivenTime,
  startTime: GivenTime,
  endTime: GivenTime,
  /** The lowest level of members; empty: every member. */
  memberLevel: exact(64),
  /** Whether members must have signed the current agreement of the store. */
  needsAgreement: YesNo,
  /** What a cancellation after the end of registration gives back, in percent of the fee. */
  lateRefund: z.number().int().min(0).max(100),
  picture: address(255),
  remark: line(500),
})
export type EventFields = z.infer<typeof eventFields>

/** Default values of a new event. */
export const newEvent = {
  registrationFee: 0,
  places: 0,
  memberLevel: '',
  needsAgreement: 'NO',
  lateRefund: 0,
  picture: '',
  remark: '',
} as const satisfies Partial<EventFields>

const marks = {
  eventName: { kind: 'text', label: 'event.name', sort: true, sheet: true },
  registrationFee: { kind: 'money', label: 'event.fee', sort: true, sheet: true },
  places: { kind: 'number', label: 'event.places', sort: true, sheet: true },
  taken: { kind: 'number', label: 'event.taken', unsearched: true, sheet: true },
  waiting: { kind: 'number', label: 'event.waiting', unsearched: true, sheet: true },
  registrationStart: { kind: 'time', label: 'event.registrationStart', sort: true, sheet: true },
  registrationEnd: { kind: 'time', label: 'event.registrationEnd', sort: true, sheet: true },
  startTime: { kind: 'time', label: 'event.startTime', sort: true, sheet: true },
  endTime: { kind: 'time', label: 'event.endTime', sort: true, sheet: true },
  eventState: { kind: 'text', label: 'event.state', unsearched: true, sheet: true, dict: 'event_state' },
  memberLevel: { kind: 'text', label: 'event.level', sheet: true },
  needsAgreement: { kind: 'yesNo', label: 'event.needsAgreement', sheet: true, dict: 'yn' },
  lateRefund: { kind: 'number', label: 'event.lateRefund', sheet: true },
  picture: { kind: 'text', label: 'event.picture', unsearched: true },
  remark: { kind: 'text', label: 'event.remark', sheet: true },
  cancelTime: { kind: 'time', label: 'event.cancelTime', sheet: true },
  cancelBy: { kind: 'text', label: 'event.cancelBy', sheet: true },
  cancelReason: { kind: 'text', label: 'event.cancelReason', sheet: true },
  id: { kind: 'id', label: 'crud.id' },
  ...creationMarks,
  sysOrgCode: { kind: 'text', label: 'records.store' },
} as const satisfies FieldMarks

export const eventResource = resource({
  path: '/event/sysEvent',
  permission: 'event',
  noun: 'events',
  entity: entity(
    eventFields.extend({
      sysOrgCode: z.string(),
      sysOrgCode_dictText: z.string().nullable(),
      eventState: EventState,
      /** Members who have a place, and who wait for one. */
      taken: z.number().int(),
      waiting: z.number().int(),
      cancelTime: WireTime.nullable(),
      cancelBy: z.string(),
      cancelReason: z.string(),
    }),
  ),
  create: withDefaults(eventFields, newEvent).extend({
    /** Code of the event's store; default: the current store. */
    sysOrgCode: exact(64).optional(),
  }),
  update: eventFields,
  ...fieldsOf(marks),
})

export const eventSheet: Sheet = { title: 'sheet.event', columns: sheetColumnsOf(marks) }

/** What the cancellation of an event has done. */
export const CancelledEvent = z.object({
  /** How many sign-ups have ended, and what was given back of fees that had been taken. */
  ended: z.number().int(),
  back: Amount,
})

export const SignUpInput = z.object({
  eventId: z.uuid(),
  userId: exact(32, 1),
  /** The fee that was shown; another one is refused. Missing: the fee of that moment. */
  fee: Amount.optional(),
  /** Consumption password of the member, where there is one. */
  password: exact(64).default(''),
})
export type SignUpInput = z.output<typeof SignUpInput>

const signUpMarks = {
  createTime: { kind: 'time', label: 'event.signUpTime', sort: true, sheet: true },
  eventId: { kind: 'id', label: 'event.event' },
  eventName: { kind: 'text', label: 'event.event', sort: true, sheet: true },
  startTime: { kind: 'time', label: 'event.startTime', sort: true, sheet: true },
  registrationEnd: { kind: 'time', label: 'event.registrationEnd', sheet: true },
  number: { kind: 'number', label: 'event.number', sort: true, sheet: true },
  signUpState: { kind: 'text', label: 'event.signUpState', sort: true, dict: 'sign_up_state', sheet: true },
  failReason: { kind: 'text', label: 'event.failReason', dict: 'sign_up_failure', sheet: true },
  isHeld: { kind: 'yesNo', label: 'event.isHeld', dict: 'yn', sheet: true },
  userId: { kind: 'text', label: 'event.member', sheet: true },
  memberName: { kind: 'text', label: 'event.memberName', sheet: true },
  fee: { kind: 'money', label: 'event.fee', sort: true, sheet: true },
  lateRefund: { kind: 'number', label: 'event.lateRefund', sheet: true },
  takenTime: { kind: 'time', label: 'event.takenTime', sheet: true },
  backAmount: { kind: 'money', label: 'event.backAmount', sheet: true },
  movedUpTime: { kind: 'time', label: 'event.movedUpTime', sheet: true },
  endTime: { kind: 'time', label: 'event.endedTime', sheet: true },
  endBy: { kind: 'text', label: 'event.endBy', sheet: true },
  endReason: { kind: 'text', label: 'event.endReason', sheet: true },
  operatorName: { kind: 'text', label: 'event.operator', sheet: true },
  terminalName: { kind: 'text', label: 'event.terminal', sheet: true },
  id: { kind: 'id', label: 'event.signUpId', sheet: true },
  sysOrgCode: { kind: 'text', label: 'records.store' },
} as const satisfies FieldMarks

export const signUpResource = resource({
  path: '/event/sysEventSignUp',
  permission: 'eventsignup',
  noun: 'sign-ups for events',
  entity: entity(
    z.object({
      sysOrgCode: z.string(),
      sysOrgCode_dictText: z.string().nullable(),
      eventId: z.string(),
      eventName: z.string(),
      startTime: WireTime,
      registrationEnd: WireTime,
      number: z.number().int(),
      signUpState: SignUpState,
      failReason: z.union([SignUpFailure, z.literal('')]),
      /** Whether the fee is held: a member who moved up may still lack it. */
      isHeld: YesNo,
      userId: z.string(),
      memberName: z.string(),
      fee: Amount,
      lateRefund: z.number().int(),
      takenTime: WireTime.nullable(),
      backAmount: Amount,
      movedUpTime: WireTime.nullable(),
      endTime: WireTime.nullable(),
      endBy: z.string(),
      endReason: z.string(),
      operatorName: z.string(),
      terminalName: z.string(),
    }),
  ).omit({ createBy: true, updateBy: true, updateTime: true }),
  create: SignUpInput,
  update: z.object({}),
  ...fieldsOf(signUpMarks),
})

export const SignUpRecord = listedRow(signUpResource.entity, signUpResource.dict)
export type SignUpRecord = z.infer<typeof SignUpRecord>

export const signUpSheet: Sheet = { title: 'sheet.eventSignUp', columns: sheetColumnsOf(signUpMarks) }

export const CancelSignUp = z.object({ id: z.uuid(), reason: line(200).default('') })
export type CancelSignUp = z.output<typeof CancelSignUp>
