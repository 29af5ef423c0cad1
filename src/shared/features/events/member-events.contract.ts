import { z } from 'zod'
import { Amount } from '#shared/core/money.ts'
import { onScreen, route } from '#shared/core/route.ts'
import { exact } from '#shared/core/text.ts'
import { WireTime } from '#shared/core/time.ts'
import { OwnAgreement, Strokes } from '#shared/features/agreements/own-agreement.schema.ts'
import { MAX_ENTRIES, MAX_ROUNDS, MatchFormat, MatchStatus } from './matches.schema.ts'
import { CancelledSignUp, SignUpFailure, SignUpOptions, SignUpResult, SignUpState } from './sign-ups.schema.ts'

/** How many of the own sign-ups the member page shows. */
export const MAX_OWN_SIGN_UPS = 50

/** A sign-up of the member. */
export const OwnSignUp = z.object({
  id: z.string(),
  eventId: z.string(),
  eventName: z.string(),
  picture: z.string(),
  remark: z.string(),
  startTime: WireTime,
  endTime: WireTime,
  registrationEnd: WireTime,
  signUpState: SignUpState,
  failReason: z.union([SignUpFailure, z.literal('')]),
  /** Its number, in the order of sign-up, which the member drives under. */
  number: z.number().int(),
  /** How many wait before it. */
  ahead: z.number().int(),
  fee: Amount,
  /** Whether the fee is held: a member who moved up may still lack it. */
  isHeld: z.boolean(),
  /** What was given back of a fee that had been taken. */
  backAmount: Amount,
  canCancel: z.boolean(),
  /** What a cancellation gives back now. */
  backNow: Amount,
  /** Why the event was cancelled; empty: it was not. */
  cancelReason: z.string(),
  /** Whether there are start lists. */
  hasMatch: z.boolean(),
})
export type OwnSignUp = z.infer<typeof OwnSignUp>

/** A racer in a start list, with what was driven. */
const MatchLine = z.object({
  grid: z.number().int(),
  number: z.number().int(),
  racer: z.string(),
  isOwn: z.boolean(),
  vehicleName: z.string(),
  laps: z.number().int(),
  /** The best lap or the time, whichever decides, with the penalty. */
  ms: z.number().int().nullable(),
  place: z.number().int().nullable(),
  points: z.number().int(),
  status: MatchStatus,
})

/** The start lists and results of an event, without what only staff see. */
export const OwnMatch = z.object({
  rounds: z
    .array(
      z.object({
        id: z.string(),
        roundName: z.string(),
        format: MatchFormat,
        groups: z
          .array(z.object({ group: z.number().int(), isOver: z.boolean(), lines: z.array(MatchLine).max(40) }))
          .max(MAX_ENTRIES),
      }),
    )
    .max(MAX_ROUNDS),
  table: z
    .array(
      z.object({
        place: z.number().int(),
        number: z.number().int(),
        racer: z.string(),
        isOwn: z.boolean(),
        points: z.number().int(),
      }),
    )
    .max(MAX_ROUNDS * MAX_ENTRIES),
})
export type OwnMatch = z.infer<typeof OwnMatch>

/** Events on the member page. */
export const memberEvents = onScreen('events', {
  list: route({
    method: 'GET',
    path: '/m/events/list',
    summary: 'The events that the member can look at for signing up, and the own sign-ups, newest first',
    access: 'member',
    result: SignUpOptions.extend({ signUps: z.array(OwnSignUp).max(MAX_OWN_SIGN_UPS) }),
  }),
  signUp: route({
    method: 'POST',
    path: '/m/events/signUp',
    summary: 'Signs the member up: the fee is held, or the member waits for a place. The key becomes the id',
    access: 'member',
    body: z.object({
      eventId: z.uuid(),
      /** The fee that was shown; another one is refused. Missing: the fee of that moment. */
      fee: Amount.optional(),
      /** The consumption password, where the member has one. */
      password: exact(64).default(''),
    }),
    result: SignUpResult,
    idempotent: { exceptFields: ['password'] },
  }),
  cancel: route({
    method: 'POST',
    path: '/m/events/cancel',
    summary: 'Cancels an own sign-up by the rules of the counter',
    access: 'member',
    body: z.object({ id: z.uuid() }),
    result: CancelledSignUp,
    message: 'message.event.signUpCancelled',
    idempotent: {},
  }),
  match: route({
    method: 'GET',
    path: '/m/events/match',
    summary: 'The start lists and results of an event that the member signed up for',
    access: 'member',
    query: z.object({ eventId: z.uuid() }),
    result: OwnMatch,
  }),
  agreement: route({
    method: 'GET',
    path: '/m/events/agreement',
    summary: 'The safety agreement that the member has to sign',
    access: 'member',
    result: OwnAgreement,
  }),
  sign: route({
    method: 'POST',
    path: '/m/events/sign',
    summary: 'Stores the signature of the member; it never changes',
    access: 'member',
    body: z.object({ agreementId: z.uuid(), strokes: Strokes }),
    result: z.object({ id: z.uuid() }),
    idempotent: {},
  }),
})
