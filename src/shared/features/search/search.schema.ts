import { z } from 'zod'
import { Amount } from '#shared/core/money.ts'
import { WireTime } from '#shared/core/time.ts'

/** What the server finds everywhere, in the order in which equally good groups are shown. */
export const SearchKind = z.enum([
  'member',
  'queue',
  'ticket',
  'order',
  'recharge',
  'vehicle',
  'consumeRule',
  'rechargeRule',
  'playCardRule',
  'product',
  'gift',
])
export type SearchKind = z.infer<typeof SearchKind>

/** How a row matches, the best first: its whole number or card, a beginning, the beginning of its pinyin or initials, or any part. */
export const Match = z.enum(['exact', 'prefix', 'letters', 'part'])
export type Match = z.infer<typeof Match>

export const SearchHit = z.object({
  id: z.string(),
  title: z.string(),
  /** Further texts that may match, such as number, masked phone and card. */
  notes: z.array(z.string()),
  orgCode: z.string(),
  storeName: z.string(),
  /** The balance of a member, or the amount of an order; null: it has none. */
  amount: Amount.nullable(),
  /** Its state in the reader's language; empty: the usual one. */
  state: z.string(),
  at: WireTime.nullable(),
  match: Match,
})
export type SearchHit = z.infer<typeof SearchHit>

export const SearchGroup = z.object({
  kind: SearchKind,
  hits: z.array(SearchHit),
  /** Whether there are more than these. */
  more: z.boolean(),
  /** Whether everything that this user sees of the kind was searched; if not, its list may find more. */
  isWhole: z.boolean(),
})
export type SearchGroup = z.infer<typeof SearchGroup>

/** The most hits of a group. */
export const MAX_HITS = 6
/** The longest text that is searched for. */
export const MAX_KEYWORD = 64
