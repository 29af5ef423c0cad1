import { z } from 'zod'
import { familyValues } from '#shared/core/family-names.ts'
import { route } from '#shared/core/route.ts'
import { exact, line } from '#shared/core/text.ts'
import { WireTime } from '#shared/core/time.ts'
import { Member } from '#shared/features/members/members.contract.ts'

const MemberNumber = exact(32, 1)

/** What a member keeps or gets of an unlimited card; null where there is none that counts. */
const JoinedCard = z
  .object({
    changwanName: z.string(),
    changWanEndTime: WireTime.nullable(),
    /** The last business day on which it counts. */
    changWanLastDay: z.string().nullable(),
    changwanCount: z.number().int(),
  })
  .nullable()

/** What two members have, and what the one that stays will have. */
export const MergePreview = z.object({
  /** Becomes a part of the other one. */
  source: Member,
  target: Member,
  /** Every wallet that either has something in. */
  wallets: z.array(
    z.object({
      wallet: familyValues(z.enum(['balance', 'give', 'integral', 'laps', 'frequency', 'exp'])),
      /** Of visits; empty for other wallets. */
      projectType: z.string(),
      source: z.number(),
      target: z.number(),
      after: z.number(),
    }),
  ),
  cards: z.array(z.object({ projectType: z.string(), source: JoinedCard, target: JoinedCard, after: JoinedCard })),
  /** Open orders that go over with what they hold; the first hundred. */
  tickets: z.array(z.object({ id: z.string(), ticketNo: z.string(), createTime: WireTime })),
  /** What the one that stays lacks and takes from the other one. */
  takes: z.array(z.enum(['phone', 'physicalCard', 'password', 'realname', 'birthday', 'idNumber', 'openid'])),
})
export type MergePreview = z.infer<typeof MergePreview>

const pair = { sourceId: MemberNumber, targetId: MemberNumber }
const labels = { sourceId: 'merge.source', targetId: 'merge.target', reason: 'wallets.reason' } as const

/** Two members of a store who are one person (`domain.md`). It cannot be undone. */
export const memberMerge = {
  mergePreview: route({
    labels,
    method: 'GET',
    path: '/membermanage/sysMemberManage/mergePreview',
    summary: 'What a merge of two members would join; changes nothing',
    access: 'member:merge',
    query: z.object(pair),
    result: MergePreview,
  }),
  merge: route({
    labels,
    method: 'POST',
    path: '/membermanage/sysMemberManage/merge',
    summary:
      'Makes one member a part of another one for good; its number, cards and phone find the other one from then on',
    access: 'member:merge',
    body: z.object({ ...pair, reason: line(200, 1) }),
    result: z.null(),
    message: 'message.members.merged',
    idempotent: {},
  }),
}
