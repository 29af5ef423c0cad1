import { z } from 'zod'
import { familyValues } from '#shared/core/family-names.ts'
import { route } from '#shared/core/route.ts'
import { exact, line } from '#shared/core/text.ts'
import { WireTime } from '#shared/core/time.ts'
import { Member } from '#shared/features/members/members.contract.ts'

const MemberNumber = exact(32, 1)

/** Unlimited card of a member; null if there is no valid one. */
const JoinedCard = z
  .object({
    changwanName: z.string(),
    changWanEndTime: WireTime.nullable(),
    /** Last business day of validity. */
    changWanLastDay: z.string().nullable(),
    changwanCount: z.number().int(),
  })
  .nullable()

/** Wallets of both members, and of the remaining one after the merge. */
export const MergePreview = z.object({
  /** Merged into the other one. */
  source: Member,
  target: Member,
  /** Every wallet that is not empty for either. */
  wallets: z.array(
    z.object({
      wallet: familyValues(z.enum(['balance', 'give', 'integral', 'laps', 'coins', 'frequency', 'exp'])),
      /** Project of visits; empty for other wallets. */
      projectType: z.string(),
      source: z.number(),
      target: z.number(),
      after: z.number(),
    }),
  ),
  cards: z.array(z.object({ projectType: z.string(), source: JoinedCard, target: JoinedCard, after: JoinedCard })),
  /** Pending rides that move with their holds; the first hundred. */
  tickets: z.array(z.object({ id: z.string(), ticketNo: z.string(), createTime: WireTime })),
  /** Fields that the remaining member lacks and takes over. */
  takes: z.array(z.enum(['phone', 'physicalCard', 'password', 'realname', 'birthday', 'idNumber', 'openid'])),
})
export type MergePreview = z.infer<typeof MergePreview>

const pair = { sourceId: MemberNumber, targetId: MemberNumber }
const labels = { sourceId: 'merge.source', targetId: 'merge.target', reason: 'wallets.reason' } as const

/** Merges two members of a store who are the same person (`domain.md`). Irreversible. */
export const memberMerge = {
  mergePreview: route({
    labels,
    method: 'GET',
    path: '/membermanage/sysMemberManage/mergePreview',
    summary: 'A preview of the merge of two members; changes nothing',
    access: 'member:merge',
    query: z.object(pair),
    result: MergePreview,
  }),
  merge: route({
    labels,
    method: 'POST',
    path: '/membermanage/sysMemberManage/merge',
    summary: 'Merges one member into another permanently; its number, cards and phone then find the other one',
    access: 'member:merge',
    body: z.object({ ...pair, reason: line(200, 1) }),
    result: z.null(),
    message: 'message.members.merged',
    idempotent: {},
  }),
}
