import { z } from 'zod'
import { pageOf } from '#shared/core/envelope.ts'
import { familyField } from '#shared/core/family-names.ts'
import { Amount } from '#shared/core/money.ts'
import { pickerQuery, route, textFilter } from '#shared/core/route.ts'
import { exact } from '#shared/core/text.ts'
import { WireTime } from '#shared/core/time.ts'
import { RacerName } from './racer-name.calc.ts'

export const MemberProject = z.object({
  projectType: z.string(),
  /** Visits left; `changwan` fields describe an unlimited-play card of the project. */
  frequency: z.number().int(),
  /** Of them, what has not ended; null where the server is older. */
  availableFrequency: z.number().int().nullable().default(null),
  isChangWan: z.enum(['YES', 'NO']),
  changwanName: z.string(),
  /** The moment from which it counts no more, and the last business day on which it does; null: it has no end. */
  changWanEndTime: WireTime.nullable(),
  changWanLastDay: z.string().nullable().default(null),
  /** Uses left of the unlimited card; -1 means no limit. */
  changwanCount: z.number().int(),
})
export type MemberProject = z.infer<typeof MemberProject>

/** A member with wallets (spec §3). `available*` is the value minus what open orders hold. */
export const Member = z.object({
  /** The card number that people read aloud. */
  id: z.string(),
  orgCode: z.string(),
  nickname: z.string(),
  realname: z.string(),
  /** Masked by the server (first 3 and last 4 digits) unless the caller may see phones. */
  phone: z.string(),
  avatar: z.string(),
  physicalCard: z.string(),
  balance: Amount,
  give: Amount,
  integral: z.number().int(),
  laps: familyField(z.number().int()),
  frequency: z.number().int(),
  /** Paid and gift balance that open orders do not hold and that has not ended. */
  availableBalance: Amount,
  /** The gift balance in it; null where nobody can say how it divides. */
  availableGive: Amount.nullable().default(null),
  availableIntegral: z.number().int(),
  availableQuan: z.number().int(),
  projects: z.array(MemberProject),
  isChangWan: z.enum(['YES', 'NO']),
  changwanName: z.string(),
  changWanEndTime: WireTime.nullable(),
  changWanLastDay: z.string().nullable().default(null),
  /** The level's code, and what the store calls it; empty where there is none. */
  memberLevel: z.string(),
  memberLevel_dictText: z.string().default(''),
  exp: z.number().int().default(0),
  /** The next level that experience gives, and how much of it is lacking. */
  nextLevel: z.object({ name: z.string(), lacks: z.number().int() }).nullable().default(null),
  havePassword: z.enum(['YES', 'NO']),
  frozen: z.boolean(),
  /** From when on they are refused what a frozen one is; null: never. */
  endTime: WireTime.nullable().default(null),
  /** The safety agreement that was signed last; empty: none, null: read before anybody asked for it. */
  agreementId: z.string().nullable().default(null),
  /**
   * What may be taken from the balance at a counter without the server, until the server says so anew, with what proves that it was
   * said; null where nothing may.
   */
  offlineValue: z.object({ amount: Amount, statement: z.string() }).nullable().default(null),
  /** What is typed to find them by name: first letters and pinyin of name and nickname, a word each. */
  letters: z.string().default(''),
  /** Which name stands on screens. */
  racerName: RacerName.default('nickname'),
  createTime: WireTime,
})
export type Member = z.infer<typeof Member>

/** Members for a terminal to keep, by change since it asked last. */
export const MemberCachePage = z.object({
  members: z.array(Member),
  /** Numbers that are nobody's any more: they became a part of another member. */
  gone: z.array(z.string()),
  /** From where the next page goes on; null: this is the last. */
  next: z.string().nullable(),
  /** Whether it tells of everybody, because it knows of no changes since then. */
  whole: z.boolean(),
  /** What to ask with the next time, for what has changed since now. */
  mark: z.string(),
})
export type MemberCachePage = z.infer<typeof MemberCachePage>

/** Looking members up at the counter (spec §7 Members). */
export const members = {
  searchMemberById: route({
    method: 'GET',
    path: '/membermanage/sysMemberManage/searchMemberById',
    summary: 'One member by card value (`idCard`) or card number (`id`); result null when there is none',
    access: 'member:search',
    query: z.object({ idCard: textFilter(64), id: textFilter(32) }),
    result: Member.nullable(),
  }),
  keep: route({
    method: 'POST',
    path: '/membermanage/sysMemberManage/listkept',
    summary:
      'Members of the store who came in the last 90 days, at most 50,000, for a terminal to know without the server; only for a terminal that signs',
    access: 'member:search',
    lane: 'lists',
    body: z.object({
      /** What the last answer was marked with; empty: everybody. */
      since: z
        .string()
        .regex(/^[\w.-]{0,80}$/)
        .default(''),
      /** Where the last page ended. */
      after: exact(32).default(''),
    }),
    result: MemberCachePage,
    // Asked every few minutes by every counter.
    audited: false,
  }),
  memberlist: route({
    method: 'GET',
    path: '/memberrecharge/sysMemberRecharge/memberlist',
    summary: 'Members by phone, name or card number; a leading % searches by the end of the phone',
    access: 'member:search',
    query: pickerQuery(
      ['createTime', 'id', 'nickname'],
      { phone: textFilter(32), keyword: textFilter(32) },
      { column: 'createTime', order: 'desc' },
    ),
    result: pageOf(Member),
  }),
}
