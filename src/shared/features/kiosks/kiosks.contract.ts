import { z } from 'zod'
import { crudRoutes, entity, RecordId, resource } from '#shared/core/crud.ts'
import { creationMarks, fieldsOf } from '#shared/core/fields.ts'
import { Amount } from '#shared/core/money.ts'
import { onScreen, route } from '#shared/core/route.ts'
import { exact, line, wrong } from '#shared/core/text.ts'
import { WireTime } from '#shared/core/time.ts'
import { YesNo } from '#shared/core/yes-no.ts'
import { OwnAgreement, Strokes } from '#shared/features/agreements/own-agreement.schema.ts'
import { SignUpOptions, SignUpResult } from '#shared/features/events/sign-ups.schema.ts'
import { CardFormat } from '#shared/ipc/devices.ts'
import {
  KioskBuyInput,
  KioskChargeInput,
  KioskLanguage,
  KioskMember,
  KioskOffer,
  KioskPays,
  KioskPurchase,
  KioskRechargeInput,
  KioskShop,
  KioskState,
  KioskTicket,
  MAX_KIOSK_PEOPLE,
  VisitToken,
} from './kiosk.schema.ts'

const kioskFields = z.object({
  name: line(40, 1),
  pays: KioskPays,
  ticketPrefix: z.string().regex(/^[A-Z0-9]{0,3}$/, wrong('input.kioskPrefix')),
  printId: exact(64),
  language: KioskLanguage,
  cardFormat: CardFormat,
  enabled: YesNo,
})

/** The defaults of a new kiosk. */
export const newKiosk = {
  pays: 'wallet',
  ticketPrefix: '',
  printId: '',
  language: 'zh',
  cardFormat: 'decimal10',
  enabled: 'YES',
} as const satisfies Partial<z.infer<typeof kioskFields>>

const marks = {
  name: { kind: 'text', label: 'kiosk.name', sort: true },
  pays: { kind: 'text', label: 'kiosk.pays', unsearched: true },
  ticketPrefix: { kind: 'text', label: 'kiosk.ticketPrefix' },
  printId: { kind: 'text', label: 'kiosk.printId' },
  language: { kind: 'text', label: 'kiosk.language', unsearched: true },
  cardFormat: { kind: 'text', label: 'kiosk.cardFormat', unsearched: true },
  enabled: { kind: 'yesNo', label: 'kiosk.enabled', sort: true, dict: 'yn' },
  keyTime: { kind: 'time', label: 'kiosk.keyTime' },
  seenTime: { kind: 'time', label: 'kiosk.seen', sort: true },
  id: { kind: 'id', label: 'crud.id' },
  ...creationMarks,
  sysOrgCode: { kind: 'text', label: 'records.store' },
} as const

/** Self-service devices of a store with their settings. The key is made by a call of its own. */
export const kioskResource = resource({
  path: '/kiosk/sysKiosk',
  permission: 'kiosk',
  noun: 'kiosks',
  entity: entity(
    kioskFields.extend({
      sysOrgCode: z.string(),
      /** When its key was made; null: it has none. */
      keyTime: WireTime.nullable(),
      seenTime: WireTime.nullable(),
    }),
  ),
  create: kioskFields.extend({
    pays: KioskPays.default(newKiosk.pays),
    ticketPrefix: kioskFields.shape.ticketPrefix.default(newKiosk.ticketPrefix),
    printId: kioskFields.shape.printId.default(newKiosk.printId),
    language: KioskLanguage.default(newKiosk.language),
    cardFormat: CardFormat.default(newKiosk.cardFormat),
    enabled: YesNo.default(newKiosk.enabled),
  }),
  update: kioskFields,
  ...fieldsOf(marks),
})

export const kiosks = {
  ...crudRoutes(kioskResource),
  newKey: route({
    method: 'POST',
    path: '/kiosk/sysKiosk/newKey',
    summary: 'Creates a new key for a kiosk and returns it once; the previous one stops working',
    access: 'kiosk:edit',
    body: z.object({ id: RecordId }),
    result: z.object({ id: z.uuid(), orgCode: z.string(), key: z.string() }),
    message: 'message.updated',
  }),
}

/** Calls that kiosks make with their key. */
export const kiosk = onScreen('kiosk', {
  state: route({
    method: 'GET',
    path: '/game/kiosk/state',
    summary: 'The state of an idle kiosk; the call also reports that it is online',
    access: 'device',
    result: KioskState,
  }),
  visit: route({
    method: 'POST',
    path: '/game/kiosk/visit',
    summary: 'The racer name and wallets of the member with this card; wrong numbers are counted',
    access: 'device',
    body: z.object({ card: exact(64, 1) }),
    result: KioskMember,
    audited: false,
  }),
  offers: route({
    method: 'POST',
    path: '/game/kiosk/offers',
    summary: 'Self-service rides with what each would take, for a member or for guests',
    access: 'device',
    body: z.object({ visit: exact(400).default(''), people: z.number().int().min(1).max(MAX_KIOSK_PEOPLE).default(1) }),
    result: z.array(KioskOffer).max(200),
    audited: false,
  }),
  agreement: route({
    method: 'POST',
    path: '/game/kiosk/agreement',
    summary: 'The safety agreement that the member of a visit has to sign',
    access: 'device',
    body: z.object({ visit: VisitToken }),
    result: OwnAgreement,
    audited: false,
  }),
  sign: route({
    method: 'POST',
    path: '/game/kiosk/sign',
    summary: 'Stores the signature of the member of a visit; it never changes',
    access: 'device',
    body: z.object({ visit: VisitToken, agreementId: z.uuid(), strokes: Strokes }),
    result: z.object({ id: z.uuid() }),
    idempotent: {},
  }),
  charge: route({
    method: 'POST',
    path: '/game/kiosk/charge',
    summary: 'Charges by a rule and joins the queue, like the counter; the message is the order id',
    access: 'device',
    body: KioskChargeInput,
    result: KioskTicket,
    // Secrets, which must not be hashed.
    idempotent: { exceptFields: ['password', 'payCode'] },
  }),
  order: route({
    method: 'GET',
    path: '/game/kiosk/order',
    summary: 'The state of an order of this kiosk whose payment was pending',
    access: 'device',
    query: z.object({ id: z.uuid() }),
    result: KioskTicket,
  }),
  shop: route({
    method: 'POST',
    path: '/game/kiosk/shop',
    summary: 'Products listed for self-service, and the recharges that a member may buy',
    access: 'device',
    body: z.object({ visit: exact(400).default('') }),
    result: KioskShop,
    audited: false,
  }),
  buy: route({
    method: 'POST',
    path: '/game/kiosk/buy',
    summary: 'Sells products to a guest; the message is the order id',
    access: 'device',
    body: KioskBuyInput,
    result: KioskPurchase,
    labels: { lines: 'product.cart', pays: 'kiosk.pays' },
    // Secrets, which must not be hashed.
    idempotent: { exceptFields: ['password', 'payCode'] },
  }),
  recharge: route({
    method: 'POST',
    path: '/game/kiosk/recharge',
    summary: 'Recharges the member of a visit, paid by scan; the message is the order id',
    access: 'device',
    body: KioskRechargeInput,
    result: KioskPurchase,
    labels: { ruleId: 'recharge.rule', price: 'recharge.amount' },
    idempotent: { exceptFields: ['payCode'] },
  }),
  purchase: route({
    method: 'GET',
    path: '/game/kiosk/purchase',
    summary: 'The state of an order of products or of a recharge of this kiosk',
    access: 'device',
    query: z.object({ id: z.uuid() }),
    result: KioskPurchase,
  }),
  events: route({
    method: 'POST',
    path: '/game/kiosk/events',
    summary: 'The events that the member of a visit can look at for signing up',
    access: 'device',
    body: z.object({ visit: VisitToken }),
    result: SignUpOptions,
    audited: false,
  }),
  signUp: route({
    method: 'POST',
    path: '/game/kiosk/signUp',
    summary:
      'Signs the member of a visit up for an event: the fee is held, or the member waits. The key becomes the id',
    access: 'device',
    body: z.object({
      visit: VisitToken,
      eventId: z.uuid(),
      /** The fee that was shown; another one is refused. Missing: the fee of that moment. */
      fee: Amount.optional(),
      /** The consumption password, where the member has one. */
      password: exact(64).default(''),
    }),
    result: SignUpResult,
    labels: { eventId: 'event.event' },
    idempotent: { exceptFields: ['password'] },
  }),
  receipt: route({
    method: 'POST',
    path: '/game/kiosk/receipt',
    summary: 'Prints the receipt of a paid order of products of this kiosk',
    access: 'device',
    body: z.object({ id: z.uuid() }),
    result: z.object({ id: z.uuid() }),
    idempotent: {},
  }),
})
