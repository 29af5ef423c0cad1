import { z } from 'zod'
import { onScreen, route, textFilter } from '#shared/core/route.ts'
import { exact, line, wrong } from '#shared/core/text.ts'
import { WireTime } from '#shared/core/time.ts'

/** A physical card's number as it is kept: ten decimals where a hand gives fewer, or what else is printed on it. */
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
  /** Why it does not count any more. */
  reason: z.string(),
  givenBy: z.string(),
  givenTime: WireTime,
  endedBy: z.string(),
  endedTime: WireTime.nullable(),
})
export type MemberCard = z.infer<typeof MemberCard>

/** Whose a phone or card is, as far as somebody at this store may know. */
const Holder = z.object({ id: z.string(), name: z.string() })

const MemberNumber = exact(32, 1)
const Why = line(200, 1)

/** The physical cards of members: lost, found again, replaced. A card is one member's of a store. */
export const memberCards = onScreen('memberCard', {
  list: route({
    method: 'GET',
    path: '/membermanage/sysMemberCard/list',
    summary: 'Every card that a member has or had, the newest first',
    access: 'member:card',
    query: z.object({ userId: MemberNumber }),
    result: z.array(MemberCard).max(200),
  }),
  check: route({
    method: 'GET',
    path: '/membermanage/sysMemberCard/check',
    summary:
      'Whether a phone or card is somebody’s of this store already, for who registers a member; names are masked',
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
    summary: 'Marks a card that a member uses as lost: it finds nobody from now on',
    access: 'member:card',
    body: z.object({
      userId: MemberNumber,
      /** Which one, where a merged member has several; left out: the main one. */
      id: z.uuid().optional(),
      reason: Why,
    }),
    result: z.object({ id: z.uuid() }),
    idempotent: {},
  }),
  undoLost: route({
    method: 'POST',
    path: '/membermanage/sysMemberCard/undoLost',
    summary: 'A card that was reported lost is there again and counts as before',
    access: 'member:card',
    body: z.object({ id: z.uuid(), reason: Why }),
    result: z.null(),
    idempotent: {},
  }),
  replace: route({
    method: 'POST',
    path: '/membermanage/sysMemberCard/replace',
    summary: 'Gives a member a card, the first one or in place of another, which never finds anybody again',
    access: 'member:card',
    body: z.object({ userId: MemberNumber, physicalCard: CardNumber, reason: line(200) }),
    result: z.null(),
    idempotent: {},
  }),
  clear: route({
    method: 'POST',
    path: '/membermanage/sysMemberCard/clear',
    summary: 'Takes a lost or replaced card from its member, so that it may be given to somebody else',
    access: 'member:clearcard',
    body: z.object({ id: z.uuid(), reason: Why }),
    result: z.null(),
    idempotent: {},
  }),
})
