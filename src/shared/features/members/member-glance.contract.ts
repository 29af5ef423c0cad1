import { z } from 'zod'
import { familyField, familyValues } from '#shared/core/family-names.ts'
import { Amount } from '#shared/core/money.ts'
import { route } from '#shared/core/route.ts'
import { exact } from '#shared/core/text.ts'
import { Day, WireTime } from '#shared/core/time.ts'
import { PersonalBest } from '#shared/features/rankings/ranking.schema.ts'
import { Member } from './members.contract.ts'

/** A ride as it is remembered at a glance. */
const GlancePlay = z.object({
  id: z.uuid(),
  createTime: WireTime,
  ticketNo: z.string(),
  /** The member's number under which it was written: a merged one keeps its own. */
  userId: z.string(),
  ruleName: z.string(),
  vehicleName: z.string(),
  racer: familyField(z.string()),
  consumeType: z.string(),
  playState: z.string(),
})

/** Who a member is and was lately, for one look. */
export const MemberGlance = z.object({
  member: Member,
  /** Numbers of members that became a part of this one. */
  merged: z.array(z.string()),
  /** Unlimited-play cards that still count. */
  cards: z.array(
    z.object({
      projectType: z.string(),
      changwanName: z.string(),
      changWanEndTime: WireTime.nullable(),
      /** The last business day on which it counts, and how many follow today; null: no end. */
      lastDay: z.string().nullable(),
      daysLeft: z.number().int().nullable(),
      /** -1: no limit. */
      changwanCount: z.number().int(),
    }),
  ),
  /** What ends, the soonest first: what is left of each recharge, gift or card that has an end. */
  lots: z
    .array(
      z.object({
        id: z.number().int(),
        wallet: familyValues(z.enum(['balance', 'give', 'integral', 'laps', 'frequency'])),
        /** Of visits. */
        projectType: z.string(),
        /** Money as people read it, or how many. */
        value: Amount,
        endTime: WireTime,
        lastDay: z.string(),
        daysLeft: z.number().int(),
      }),
    )
    .max(50)
    .default([]),
  /** Best laps with each vehicle type and rule, the fastest first. */
  bests: z.array(PersonalBest).max(20).default([]),
  plays: z.array(GlancePlay).max(10),
  /** Rides that were not cancelled, of all time. */
  visits: z.number().int(),
  lastVisit: Day.nullable(),
  /** Rides that hold value until they are settled. */
  holds: z.array(
    z.object({
      id: z.uuid(),
      ticketNo: z.string(),
      createTime: WireTime,
      amount: Amount,
      integral: z.number().int(),
      laps: familyField(z.number().int()),
    }),
  ),
  /** The last twelve months of the store's business days, the oldest first: what rides took of balance, and of it gifts. */
  spend: z.array(z.object({ month: z.string(), amount: Amount, give: Amount })).length(12),
})
export type MemberGlance = z.infer<typeof MemberGlance>

export const memberGlance = {
  glance: route({
    method: 'GET',
    path: '/membermanage/sysMemberManage/glance',
    summary: 'A member at a glance: wallets, unlimited cards, last rides, open holds, what was spent in twelve months',
    access: 'member:glance',
    query: z.object({ id: exact(32, 1) }),
    result: MemberGlance,
  }),
}
