import { z } from 'zod'
import { onScreen, route, textFilter } from '#shared/core/route.ts'
import { exact, line, wrong } from '#shared/core/text.ts'
import { WireTime } from '#shared/core/time.ts'

/** A card number as it is stored: ten decimals where a reader gives fewer, or any other printed number. */
const CardNumber = z
  .string()
  .regex(/^[0-9A-Za-z]{4,32}$/, wrong('input.cardNumber'))
  .transform((text) => (/^\d{1,9}$/.test(text) ? text.padStart(10, '0') : text))

export const CardState = z.enum(['active', 'lost', 'replaced', 'cleared'])
export type CardState = z.infer<typeof CardState>

/** A card that a member has or had. */
export const MemberCard = z.object({
  id: z.uuid(),
  userId: z.string(),
  physicalCard: z.string(),
  state: CardState,
  /** Why it is no longer valid. */
  reason: z.string(),
  givenBy: z.string(),
  givenTime: WireTime,
  endedBy: z.string(),
  endedTime: WireTime.nullable(),
})
export type MemberCard = z.infer<typeof MemberCard>

/** Who has a phone or card, as far as the caller may know. */
const Holder = z.object({ id: z.string(), name: z.string() })

const MemberNumber = exact(32, 1)
const Why = line(200, 1)

/** The physical cards of members: lost, found again, replaced. A number belongs to one member of a store. */
export const memberCards = onScreen('memberCard', {
  list: route({
    method: 'GET',
    path: '/membermanage/sysMemberCard/list',
    summary: 'All present and former cards of a member, newest first',
    access: 'member:card',
    query: z.object({ userId: MemberNumber }),
    result: z.array(MemberCard).max(200),
  }),
  check: route({
    method: 'GET',
    path: '/membermanage/sysMemberCard/check',
    summary: 'Whether a phone or card is already registered at this store, for the registration form; names are masked',
    access: 'member:search',
    query: z.object({ phone: textFilter(20), idCard: textFilter(64) }),
    result: z.object({
      phone: Holder.nullable(),
      card: Holder.extend({ state: CardState }).nullable(),
    }),
  }),
  lost: route({
    method: 'POST',
    path: '/membermanage/sysMemberCard/lost',
    summary: 'Reports a card as lost; it identifies no member from now on',
    access: 'member:card',
    body: z.object({
      userId: MemberNumber,
      /** Which card, where a merged member has several; left out: the main one. */
      id: z.uuid().optional(),
      reason: Why,
    }),
    result: z.object({ id: z.uuid() }),
    idempotent: {},
  }),
  undoLost: route({
    method: 'POST',
    path: '/membermanage/sysMemberCard/undoLost',
    summary: 'Makes a card valid again that was reported lost',
    access: 'member:card',
    body: z.object({ id: z.uuid(), reason: Why }),
    result: z.null(),
    idempotent: {},
  }),
  replace: route({
    method: 'POST',
    path: '/membermanage/sysMemberCard/replace',
    summary: 'Gives a member a card, the first one or a replacement; the replaced one is never valid again',
    access: 'member:card',
    body: z.object({ userId: MemberNumber, physicalCard: CardNumber, reason: line(200) }),
    result: z.null(),
    idempotent: {},
  }),
  clear: route({
    method: 'POST',
    path: '/membermanage/sysMemberCard/clear',
    summary: 'Detaches a lost or replaced card from its member, so that it can be given to another one',
    access: 'member:clearcard',
    body: z.object({ id: z.uuid(), reason: Why }),
    result: z.null(),
    idempotent: {},
  }),
})
