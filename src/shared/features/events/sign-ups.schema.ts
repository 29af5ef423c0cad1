import { z } from 'zod'
import { Amount } from '#shared/core/money.ts'
import { WireTime } from '#shared/core/time.ts'

export const SignUpState = z.enum(['waiting', 'preparing', 'successful', 'failed', 'cancelled'])
export type SignUpState = z.infer<typeof SignUpState>
/** Why a sign-up has failed: too little money, a member who may not be charged, or no free place. */
export const SignUpFailure = z.enum(['funds', 'member', 'places'])
export type SignUpFailure = z.infer<typeof SignUpFailure>

/** What a sign-up has done; the envelope's message is its id. */
export const SignUpResult = z.object({
  id: z.uuid(),
  signUpState: SignUpState,
  /** Its number, in the order of sign-up. */
  number: z.number().int(),
  /** How many wait before it. */
  ahead: z.number().int(),
  fee: Amount,
})
export type SignUpResult = z.infer<typeof SignUpResult>

/** What the cancellation of a sign-up has done: a fee that is due is taken first, and may fail. */
export const CancelledSignUp = z.object({
  signUpState: SignUpState,
  /** What was given back of a fee that had been taken. */
  back: Amount,
})
export type CancelledSignUp = z.infer<typeof CancelledSignUp>

/** An event that a member may look at for signing up. */
export const SignUpOption = z.object({
  eventId: z.string(),
  eventName: z.string(),
  picture: z.string(),
  remark: z.string(),
  registrationEnd: WireTime,
  startTime: WireTime,
  endTime: WireTime,
  fee: Amount,
  places: z.number().int(),
  taken: z.number().int(),
  waiting: z.number().int(),
  lateRefund: z.number().int(),
  /** Name of the lowest level of members; empty: every member. */
  level: z.string(),
  /** The member's own sign-up that has not ended; null: none. */
  signUp: z
    .object({
      id: z.string(),
      signUpState: SignUpState,
      number: z.number().int(),
      fee: Amount,
      lateRefund: z.number().int(),
    })
    .nullable(),
  /** Whether a cancellation gives the fee back whole. */
  isWhole: z.boolean(),
  /** Whether the member must sign the safety agreement first. */
  needsAgreement: z.boolean(),
  /** Why the member cannot sign up, in the caller's language; empty if they can. */
  refusal: z.string(),
})
export type SignUpOption = z.infer<typeof SignUpOption>

export const SignUpOptions = z.object({
  passwordRequired: z.boolean(),
  /** What the member has free for fees. */
  available: Amount,
  events: z.array(SignUpOption).max(100),
})
export type SignUpOptions = z.infer<typeof SignUpOptions>
