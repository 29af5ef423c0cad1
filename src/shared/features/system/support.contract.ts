import { z } from 'zod'
import { address } from '#shared/core/address.ts'
import { onScreen, route } from '#shared/core/route.ts'
import { line } from '#shared/core/text.ts'

/** Most payment codes in the dialog. */
export const PAYMENT_CODES_MAX = 4

/** Contact details of the operator, visible without sign-in. */
const reached = {
  phone: line(32),
  wechat: line(64),
  /** Image of the WeChat QR code. */
  wechatPicture: address(255),
  hours: line(100),
  address: line(200),
}
/** Payment details of the operator (spec §2), for signed-in users. */
const paid = {
  paymentCodes: z.array(z.object({ title: line(40, 1), picture: address(255, 1) })).max(PAYMENT_CODES_MAX),
  bankHolder: line(100),
  bankName: line(100),
  bankAccount: line(64),
}
export const SupportContact = z.object({ ...reached, ...paid })
export type SupportContact = z.infer<typeof SupportContact>

/** Contact and payment details of the system's operator, the same for all stores. */
export const support = onScreen('support', {
  contact: route({
    method: 'GET',
    path: '/sys/support/contact',
    summary: 'The contact details of the operator; public',
    access: 'public',
    result: z.object(reached),
  }),
  query: route({
    method: 'GET',
    path: '/sys/support/query',
    summary: 'The contact and payment details of the operator',
    access: 'signedIn',
    result: SupportContact,
  }),
  edit: route({
    method: ['PUT', 'POST'],
    path: '/sys/support/edit',
    summary: 'Changes the contact and payment details of the operator; fields that are not sent stay',
    access: 'support:edit',
    body: SupportContact.partial(),
    result: z.null(),
    message: 'message.updated',
  }),
})
