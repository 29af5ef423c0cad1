import { z } from 'zod'
import { address } from '#shared/core/address.ts'
import { onScreen, route } from '#shared/core/route.ts'
import { line } from '#shared/core/text.ts'

/** The most payment codes that the dialog shows beside each other. */
export const PAYMENT_CODES_MAX = 4

/** How the operator is reached: everybody sees it, also before signing in. */
const reached = {
  phone: line(32),
  wechat: line(64),
  /** The picture of a WeChat code. */
  wechatPicture: address(255),
  hours: line(100),
  address: line(200),
}
/** How the operator is paid (spec §2): for people who are signed in. */
const paid = {
  paymentCodes: z.array(z.object({ title: line(40, 1), picture: address(255, 1) })).max(PAYMENT_CODES_MAX),
  bankHolder: line(100),
  bankName: line(100),
  bankAccount: line(64),
}
export const SupportContact = z.object({ ...reached, ...paid })
export type SupportContact = z.infer<typeof SupportContact>

/** How to reach and pay the operator of this system: the same for all its stores. */
export const support = onScreen('support', {
  contact: route({
    method: 'GET',
    path: '/sys/support/contact',
    summary: 'How to reach the operator, for everybody',
    access: 'public',
    result: z.object(reached),
  }),
  query: route({
    method: 'GET',
    path: '/sys/support/query',
    summary: 'How to reach and pay the operator',
    access: 'signedIn',
    result: SupportContact,
  }),
  edit: route({
    method: ['PUT', 'POST'],
    path: '/sys/support/edit',
    summary: 'Changes how the operator is reached and paid; what is left out stays',
    access: 'support:edit',
    body: SupportContact.partial(),
    result: z.null(),
    message: 'message.updated',
  }),
})
