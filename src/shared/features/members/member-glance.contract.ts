import { z } from 'zod'
import { familyField, familyValues } from '#shared/core/family-names.ts'
import { Amount } from '#shared/core/money.ts'
import { route } from '#shared/core/route.ts'
import { exact } from '#shared/core/text.ts'
import { Day, WireTime } from '#shared/core/time.ts'
import { PersonalBest } from '#shared/features/rankings/ranking.schema.ts'
import { Member } from './members.contract.ts'

/** A recent ride in the overview. */
const GlancePlay = z.object({
  id: z.uuid(),
  createTime: WireTime,
  ticketNo: z.string(),
  /** The member number of the record; a merged member's records retain theirs. */
  userId: z.string(),
  ruleName: z.string(),
  vehicleName: z.string(),
  racer: familyField(z.string()),
  consumeType: z.string(),
  playState: familyValues(z.string()),
})

/** A member and the recent activity, for one dialog. */
export const MemberGlance = z.object({
  member: Member,
  /** Numbers of the members that were merged into this one. */
  merged: z.array(z.string()),
  /** Valid unlimited-play cards. */
  cards: z.array(
    z.object({
      projectType: z.string(),
      changwanName: z.string(),
      changWanEndTime: WireTime.nullable(),
      /** Last business day of validity, and how many days follow today; null: no end. */
      lastDay: z.string().nullable(),
      daysLeft: z.number().int().nullable(),
      /** -1: no limit. */
      changwanCount: z.number().int(),
    }),
  ),
  /** Lots that end, the soonest first: what is left of each recharge, gift or card. */
  lots: z
    .array(
      z.object({
        id: z.number().int(),
        wallet: familyValues(z.enum(['balance', 'give', 'integral', 'laps', 'coins', 'frequency'])),
        /** Of visits. */
        projectType: z.string(),
        /** A formatted amount, or a number. */
        value: Amount,
        endTime: WireTime,
        lastDay: z.string(),
        daysLeft: z.number().int(),
      }),
    )
    .max(50)
    .default([]),
  /** Best laps by vehicle type and rule, the fastest first. */
  bests: z.array(PersonalBest).max(20).default([]),
  plays: z.array(GlancePlay).max(10),
  /** All rides that were not cancelled. */
  visits: z.number().int(),
  lastVisit: Day.nullable(),
  /** Pending rides that hold value. */
  holds: z.array(
    z.object({
      id: z.uuid(),
      ticketNo: z.string(),
      createTime: WireTime,
      amount: Amount,
      integral: z.number().int(),
      laps: familyField(z.number().int()),
      coins: z.number().int().default(0),
      visits: z.number().int().default(0),
      /** Uses of an unlimited card. */
      cardUses: z.number().int().default(0),
    }),
  ),
  /** The last twelve months by the store's business days, oldest first: balance that rides took, and the gift part of it. */
  spend: z.array(z.object({ month: z.string(), amount: Amount, give: Amount })).length(12),
})
export type MemberGlance = z.infer<typeof MemberGlance>

export const memberGlance = {
  glance: route({
    method: 'GET',
    path: '/membermanage/sysMemberManage/glance',
    summary: 'Overview of a member: wallets, unlimited cards, recent rides, holds, spending in twelve months',
    access: 'member:glance',
    query: z.object({ id: exact(32, 1) }),
    result: MemberGlance,
  }),
}
