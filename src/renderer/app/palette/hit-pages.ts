import { COUNTER_PAGES } from '#renderer/app/menu/menu.calc.ts'
import { addressOf } from '#renderer/ui/crud/address-filters.ts'
import type { SearchHit, SearchKind } from '#shared/features/search/search.schema.ts'

type Found = Pick<SearchHit, 'id' | 'title'>

/** The page that shows a kind of row, by its component key, the address by which it opens one, and the one by which it searches. */
interface HitPage {
  component: string
  query(hit: Found): Record<string, string>
  search(word: string): Record<string, string>
}

const byId = { query: ({ id }: Found) => ({ id, open: id }), search: (word: string) => ({ id: word }) }
/** By a filter of the page that the user sees and can clear. */
const byName = (field: string) => ({
  query: ({ id, title }: Found) => ({ [field]: title, open: id }),
  search: (word: string) => ({ [field]: `*${word}*` }),
})
const byKeyword = (word: string) => ({ keyword: word })

const hitPages: Record<SearchKind, HitPage> = {
  member: {
    component: 'membermanage/SysMemberManageList',
    query: ({ id }) => ({ keyword: id, open: id }),
    search: byKeyword,
  },
  queue: { component: 'queue/SysQueue', query: ({ id }) => ({ open: id }), search: () => ({}) },
  ticket: {
    component: 'playbeforepay/SysPlayBeforePayList',
    query: ({ id }) => ({
      superQueryParams: encodeURI(JSON.stringify([{ field: 'id', rule: 'eq', val: id }])),
      superQueryMatchType: 'and',
      open: id,
    }),
    search: byKeyword,
  },
  order: { component: 'consume/SysConsumeList', ...byId },
  recharge: { component: 'memberrecharge/SysMemberRechargeList', ...byId },
  vehicle: {
    component: 'vehicles/SysVehicleList',
    query: ({ id }) => ({ vehicle: id }),
    search: byName('name').search,
  },
  consumeRule: { component: 'rules/ConsumeRuleList', ...byName('consumeRoleName') },
  rechargeRule: { component: 'rules/RechargeRuleList', ...byName('roleName') },
  playCardRule: { component: 'rules/PlayCardRuleList', ...byName('roleName') },
  product: { component: 'product/SysProductList', ...byName('productName') },
  gift: { component: 'gift/SysGiftList', ...byName('giftName') },
}

type PathOf = (component: string) => string | null

/** The address that opens a hit; null where the user has no such page. */
export function addressOfHit(pathOf: PathOf, kind: SearchKind, hit: Found): string | null {
  const { component, query } = hitPages[kind]
  const path = pathOf(component)
  return path === null ? null : addressOf(path, query(hit))
}

/** The address of the list of a kind, searched for the word; null where the user has no such page. */
export function addressOfList(pathOf: PathOf, kind: SearchKind, word: string): string | null {
  const { component, search } = hitPages[kind]
  const path = pathOf(component)
  return path === null ? null : addressOf(path, search(word))
}

/** The path of the counter, where the user has one. */
export const counterOf = (pathOf: PathOf): string | null =>
  COUNTER_PAGES.map(pathOf).find((path) => path !== null) ?? null
