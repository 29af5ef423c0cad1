import { z } from 'zod'
import { address } from '#shared/core/address.ts'
import { familyField, familyValues } from '#shared/core/family-names.ts'
import { Amount } from '#shared/core/money.ts'
import { route } from '#shared/core/route.ts'
import { exact, line, wrong } from '#shared/core/text.ts'
import { Day, GivenTime } from '#shared/core/time.ts'
import { MemberProject } from '#shared/features/members/members.contract.ts'
import { CORRECTION_LIMITS } from './correction.calc.ts'

/** A member's value in one project (spec §3 Member project): visits and an unlimited card. */
export const UserProject = MemberProject.extend({
  userId: z.string(),
  /** Issued uses of the unlimited card; -1 means no limit. `changwanCount` are the remaining ones. */
  changCount: z.number().int(),
  /** Remaining days of the unlimited card after today; null without an end or card. */
  daysLeft: z.number().int().nullable(),
  /** Photo of the card's holder; empty if none was taken. */
  photo: z.string(),
})
export type UserProject = z.infer<typeof UserProject>

/** A wallet before and after a change. */
export const WalletChange = z.object({
  wallet: familyValues(z.enum(['balance', 'give', 'integral', 'laps', 'coins', 'frequency'])),
  /** Project of visits; empty for other wallets. */
  projectType: z.string(),
  before: z.number(),
  after: z.number(),
})
export type WalletChange = z.infer<typeof WalletChange>

const upTo = (most: number) => z.number().int().min(-most).max(most).default(0)
const money = Amount.min(-CORRECTION_LIMITS.money).max(CORRECTION_LIMITS.money).default(0)
/** `currency`: valid for all projects. */
export const ProjectType = line(64, 1)
const MemberNumber = exact(32, 1)
const Reason = line(200, 1)

export const Correction = z
  .object({
    userId: MemberNumber,
    balance: money,
    give: money,
    integral: upTo(CORRECTION_LIMITS.integral),
    laps: familyField(upTo(CORRECTION_LIMITS.laps)),
    coins: upTo(CORRECTION_LIMITS.coins),
    frequency: upTo(CORRECTION_LIMITS.frequency),
    projectType: ProjectType.default('currency'),
    reason: Reason,
  })
  .refine(
    ({ balance, give, integral, laps, coins, frequency }) =>
      [balance, give, integral, laps, coins, frequency].some(Boolean),
    {
      ...wrong('input.nothingChanges'),
      path: ['balance'],
    },
  )
export type Correction = z.output<typeof Correction>

export const UnlimitedCard = z.object({
  userId: MemberNumber,
  projectType: ProjectType,
  /** Empty removes the card. */
  changwanName: line(64),
  /** End as a time, or as the last business day of validity; null: no end. */
  changWanEndTime: z.union([Day, GivenTime]).nullable(),
  /** Uses left; -1 means no limit. */
  changwanCount: z.number().int().min(-1).max(CORRECTION_LIMITS.frequency),
  photo: address(500).optional(),
  reason: Reason,
})
export type UnlimitedCard = z.output<typeof UnlimitedCard>

const labels = {
  userId: 'wallets.member',
  balance: 'wallets.balance',
  give: 'wallets.give',
  integral: 'wallets.integral',
  laps: 'wallets.laps',
  coins: 'wallets.coins',
  frequency: 'wallets.frequency',
  projectType: 'wallets.project',
  changwanName: 'wallets.cardName',
  changWanEndTime: 'wallets.cardEnd',
  changwanCount: 'wallets.cardUses',
  photo: 'wallets.photo',
  reason: 'wallets.reason',
} as const

/** Members' value by project, and its corrections by staff (spec §7). */
export const userProjects = {
  listByUser: route({
    labels,
    method: 'GET',
    path: '/userproject/sysUserProject/listbyuser',
    summary: "A member's projects with visits and unlimited cards, `currency` first; empty if there is no such member",
    access: 'member:search',
    query: z.object({ userId: MemberNumber }),
    result: z.array(UserProject),
  }),
  adjust: route({
    labels,
    method: 'POST',
    path: '/userproject/sysUserProject/adjust',
    summary: 'Adds to or takes from wallets of a member, but never value on hold; returns the values before and after',
    access: 'member:adjust',
    body: Correction,
    result: z.array(WalletChange),
    message: 'message.wallets.adjusted',
    idempotent: {},
  }),
  setUnlimitedCard: route({
    labels,
    method: 'POST',
    path: '/userproject/sysUserProject/setChangwan',
    summary: "Sets or removes a member's unlimited card of a project; the audit trail has the previous one",
    access: 'member:adjust',
    body: UnlimitedCard,
    result: UserProject,
    message: 'message.wallets.cardSet',
    idempotent: {},
  }),
}
