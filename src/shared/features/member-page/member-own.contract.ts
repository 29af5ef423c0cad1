import { z } from 'zod'
import { onScreen, route } from '#shared/core/route.ts'
import { exact, line, wrong } from '#shared/core/text.ts'
import { Day, WireTime } from '#shared/core/time.ts'
import { MessageConsent } from '#shared/features/members/message-consent.schema.ts'

const Gender = z.enum(['', '1', '2'])

/** What a member may change; a field that is not sent stays. */
const Changes = z
  .object({
    nickname: line(30),
    realname: line(30),
    gender: Gender,
    birthday: z.union([z.literal(''), Day]).nullable(),
    /** Removes the picture; another one is uploaded. */
    avatar: z.literal(''),
    /** NO ends all SMS that the store sends by itself, except that a place is called. Not counted against the limit. */
    messageConsent: MessageConsent.exclude(['']),
  })
  .partial()

const Own = z.object({
  nickname: z.string(),
  realname: z.string(),
  gender: Gender,
  birthday: z.string().nullable(),
  /** A web address, or the path of a stored file; empty: none. */
  avatar: z.string(),
  messageConsent: MessageConsent,
  /** Masked. */
  phone: z.string(),
  /** How often the data can still be changed, here and at the counter together; -1: without limit. */
  changesLeft: z.number().int(),
  hasPassword: z.boolean(),
  /** Signed safety agreements, the newest first. */
  signatures: z
    .array(z.object({ title: z.string(), version: z.number().int(), signTime: WireTime, isFace: z.boolean() }))
    .max(20),
  /** When the face was enrolled; null: it is not. */
  faceSince: WireTime.nullable(),
  /** The latest request to be deleted; null: there was none. */
  deletion: z
    .object({ state: z.enum(['open', 'done', 'refused', 'withdrawn']), time: WireTime, answer: z.string() })
    .nullable(),
})
export type MemberOwn = z.infer<typeof Own>

/** The member's own data, consents and consumption password. */
export const memberOwn = onScreen('memberOwn', {
  own: route({
    method: 'GET',
    path: '/m/own',
    summary: 'The own data, consents and requests of the member',
    access: 'member',
    result: Own,
  }),
  edit: route({
    method: 'POST',
    path: '/m/own/data',
    summary: 'Changes the own data, counted against the limit that counter and page share',
    access: 'member',
    body: Changes,
    result: z.null(),
    message: 'message.saved',
  }),
  picture: route({
    method: 'POST',
    path: '/m/own/picture',
    summary:
      'Stores a picture (JPEG) as that of the member, counted as a change of the own data; the one before is deleted',
    access: 'member',
    lane: 'lists',
    result: z.null(),
    takes: 'file',
    message: 'message.saved',
  }),
  withdrawFace: route({
    method: 'POST',
    path: '/m/own/withdrawFace',
    summary: 'Withdraws the consent to be found by the face; the template is deleted at once',
    access: 'member',
    result: z.null(),
  }),
  passwordCode: route({
    method: 'POST',
    path: '/m/own/passwordCode',
    summary: 'Sends a code to the own phone, which sets the consumption password',
    access: 'member',
    result: z.object({
      /** The code itself in a demo that cannot send texts; empty everywhere else. */
      demoCode: z.string(),
    }),
    message: 'message.account.smsSent',
    audited: false,
  }),
  setPassword: route({
    method: 'POST',
    path: '/m/own/setPassword',
    summary: 'Sets the consumption password by the code sent to the own phone; an empty one removes it',
    access: 'member',
    body: z.object({
      captcha: line(16, 1),
      password: exact(6).regex(/^(\d{4,6})?$/, wrong('input.consumptionPassword')),
    }),
    result: z.null(),
    message: 'message.members.passwordSet',
  }),
  requestDeletion: route({
    method: 'POST',
    path: '/m/own/requestDeletion',
    summary: 'Asks the store to delete the member; one request is open at a time',
    access: 'member',
    body: z.object({ reason: line(200).default('') }),
    result: z.null(),
    idempotent: {},
  }),
  withdrawDeletion: route({
    method: 'POST',
    path: '/m/own/withdrawDeletion',
    summary: 'Takes the open request back',
    access: 'member',
    result: z.null(),
  }),
})
