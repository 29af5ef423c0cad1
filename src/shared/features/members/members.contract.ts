import { z } from 'zod'
import { pageOf } from '#shared/core/envelope.ts'
import { familyField } from '#shared/core/family-names.ts'
import { Amount } from '#shared/core/money.ts'
import { pickerQuery, route, textFilter } from '#shared/core/route.ts'
import { exact } from '#shared/core/text.ts'
import { WireTime } from '#shared/core/time.ts'
import { YesNo } from '#shared/core/yes-no.ts'
import { RacerName } from './racer-name.calc.ts'

export const MemberProject = z.object({
  projectType: z.string(),
  /** Visits left; the `changwan` fields describe an unlimited-play card of the project. */
  frequency: z.number().int(),
  /** Visits that have not ended; null from an older server. */
  availableFrequency: z.number().int().nullable().default(null),
  isChangWan: YesNo,
  changwanName: z.string(),
  /** End of the card's validity and its last business day; null: no end. */
  changWanEndTime: WireTime.nullable(),
  changWanLastDay: z.string().nullable().default(null),
  /** Uses left of the unlimited card; -1 means no limit. */
  changwanCount: z.number().int(),
})
export type MemberProject = z.infer<typeof MemberProject>

/** A member with wallets (spec §3). `available*` is the value minus what pending rides hold. */
export const Member = z.object({
  /** The member number, which can be read aloud. */
  id: z.string(),
  orgCode: z.string(),
  nickname: z.string(),
  realname: z.string(),
  /** Masked (first 3 and last 4 digits) unless the caller may see phones; whole in a terminal's member cache. */
  phone: z.string(),
  avatar: z.string(),
  physicalCard: z.string(),
  balance: Amount,
  give: Amount,
  integral: z.number().int(),
  laps: familyField(z.number().int()),
  coins: z.number().int().default(0),
  frequency: z.number().int(),
  /** Paid and gift balance that is not held and has not ended. */
  availableBalance: Amount,
  /** The gift part of it; null where the parts cannot be determined. */
  availableGive: Amount.nullable().default(null),
  availableIntegral: z.number().int(),
  availableQuan: z.number().int(),
  availableCoins: z.number().int().default(0),
  projects: z.array(MemberProject),
  isChangWan: YesNo,
  changwanName: z.string(),
  changWanEndTime: WireTime.nullable(),
  changWanLastDay: z.string().nullable().default(null),
  /** The level's code and name; empty: no level. */
  memberLevel: z.string(),
  memberLevel_dictText: z.string().default(''),
  exp: z.number().int().default(0),
  /** The next level by experience, and how much experience is missing. */
  nextLevel: z.object({ name: z.string(), lacks: z.number().int() }).nullable().default(null),
  havePassword: YesNo,
  frozen: z.boolean(),
  /** The member counts as frozen from this time on; null: never. */
  endTime: WireTime.nullable().default(null),
  /** The agreement that was signed last; empty: none, null: a cached member without this information. */
  agreementId: z.string().nullable().default(null),
  /**
   * Balance that a counter may take without the server, and the server's signed statement as proof. Valid until the next
   * statement; null where nothing may be taken.
   */
  offlineValue: z.object({ amount: Amount, statement: z.string() }).nullable().default(null),
  /** Search words: initials and pinyin of name and nickname, separated by spaces. */
  letters: z.string().default(''),
  /** Which name public screens show. */
  racerName: RacerName.default('nickname'),
  /** The name of the member's store, where that is another one of the chain; empty: the caller's own. */
  homeStore: z.string().default(''),
  createTime: WireTime,
})
export type Member = z.infer<typeof Member>

/** A page of members for a terminal's member cache, by change since the last request. */
export const MemberCachePage = z.object({
  members: z.array(Member),
  /** Numbers that are no longer in use: merged into another member. */
  gone: z.array(z.string()),
  /** Cursor of the next page; null: this is the last one. */
  next: z.string().nullable(),
  /** Whether it contains every member, because the requested changes are no longer available. */
  whole: z.boolean(),
  /** Cursor for the next request, for the changes from now on. */
  mark: z.string(),
})
export type MemberCachePage = z.infer<typeof MemberCachePage>

/** Member look-ups at the counter (spec §7 Members). */
export const members = {
  searchMemberById: route({
    method: 'GET',
    path: '/membermanage/sysMemberManage/searchMemberById',
    summary: 'One member by card value (`idCard`) or member number (`id`); result null if there is none',
    access: 'member:search',
    query: z.object({ idCard: textFilter(64), id: textFilter(32) }),
    result: Member.nullable(),
  }),
  keep: route({
    method: 'POST',
    path: '/membermanage/sysMemberManage/listkept',
    summary:
      'Members of the last 90 days, at most 50,000, for the member cache of a terminal; only for calls that a terminal signs',
    access: 'member:search',
    lane: 'lists',
    body: z.object({
      /** The cursor of the last response; empty: all members. */
      since: z
        .string()
        .regex(/^[\w.-]{0,80}$/)
        .default(''),
      /** The `next` of the last page. */
      after: exact(32).default(''),
    }),
    result: MemberCachePage,
    // Every counter calls it every few minutes.
    audited: false,
  }),
  search: route({
    method: 'GET',
    path: '/memberrecharge/sysMemberRecharge/memberlist',
    summary: 'Members by phone, name or card number; a leading % searches by the end of the phone',
    access: 'member:search',
    standby: 'never',
    query: pickerQuery(
      ['createTime', 'id', 'nickname'],
      {
        phone: textFilter(32),
        keyword: textFilter(32),
        /** Whether a member of another store of the chain is found by exact number, card or phone, where the store has none. */
        visitors: YesNo.optional(),
      },
      { column: 'createTime', order: 'desc' },
    ),
    result: pageOf(Member),
  }),
}
