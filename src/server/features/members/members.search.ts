import { type RawBuilder, sql } from 'kysely'
import { type Ranked, READ, rankedRows } from '#server/core/search/ranked-rows.ts'
import type { Search, SearchSource } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { costOf } from '#server/db/store-list.ts'
import { valueIn, walletsOf } from '#server/features/ledger/index.ts'
import { memberRecordsService } from '#server/features/members/records/member-records.service.ts'
import { fromMinor } from '#shared/core/money.ts'
import { maskPhone } from '#shared/features/members/phone.calc.ts'
import { text } from '#shared/i18n/catalogue.ts'
import { memberOfCode } from './member-code.service.ts'
import { memberTests } from './member-search.repository.ts'
import type { MemberRow } from './members.repository.ts'
import { SEE_PHONES } from './members.view.ts'

type Found = Ranked<MemberRow>
type Rules = readonly RawBuilder<unknown>[]

/** The planner's cost up to which any part of names is searched: about 30,000 members, whose names take 40 ms. */
const MAX_COST = 2000

/** Members by number, card, end of the phone, name, pinyin or initials, or by the code on their phone. */
export const memberSource: SearchSource = {
  kind: 'member',
  actions: ['member:list', 'member:search'],
  async find(search) {
    const { trx, ctx, deps } = search
    // Data rules belong to the list, and bind those who see it.
    const rules = ctx.user.actions.has('member:list') ? await memberRecordsService(deps).listed(trx, ctx.user) : []
    const { rows, isWhole } = await foundRows(search, rules)
    const wallets = await walletsOf(
      trx,
      rows.map(({ id }) => id),
    )
    const seesPhones = ctx.user.actions.has(SEE_PHONES)
    const moneyOf = (row: MemberRow) => valueIn(wallets, row, 'balance').value + valueIn(wallets, row, 'give').value
    return {
      isWhole,
      hits: rows.map((row) => ({
        id: row.id,
        title: row.realname || row.nickname,
        notes: [
          row.realname === '' || row.nickname === row.realname ? '' : row.nickname,
          row.id,
          seesPhones ? row.phone : maskPhone(row.phone),
          row.physicalCard,
        ].filter(Boolean),
        orgCode: row.orgCode,
        storeName: row.storeName,
        amount: fromMinor(moneyOf(row)),
        state: row.frozen ? text(ctx.locale, 'member.state.frozen') : '',
        at: null,
        match: row.match,
      })),
    }
  },
}

async function foundRows({ trx, deps, word }: Search, rules: Rules): Promise<{ rows: Found[]; isWhole: boolean }> {
  const coded = await memberOfCode(deps, trx, word).catch(() => null)
  if (coded) return { rows: await membersById(trx, [coded.id], 'exact', rules), isWhole: true }
  const { quick, slow } = memberTests(word)
  const rows = await rankedRows<MemberRow>(trx, 'member', quick, rules)
  const isSpent = slow === null || rows.length >= READ
  const isAffordable = isSpent || (await costOf(trx, sql`from member t where ${slow.where}`)) <= MAX_COST
  const more = isSpent || !isAffordable ? [] : await rankedRows<MemberRow>(trx, 'member', [slow], rules)
  return { rows: await withoutMerged(trx, [...rows, ...more], rules), isWhole: isAffordable }
}

/** Replaces merged members by the remaining ones, as far as the rules show those; without duplicates. */
async function withoutMerged(trx: Transaction, rows: readonly Found[], rules: Rules): Promise<Found[]> {
  const remaining = new Map<string, Found>()
  const into = rows.flatMap(({ mergedInto }) => mergedInto ?? [])
  if (into.length > 0) for (const row of await membersById(trx, into, 'prefix', rules)) remaining.set(row.id, row)
  const current = rows.flatMap((row) => {
    const now = row.mergedInto === null ? row : remaining.get(row.mergedInto)
    return now ? [{ ...now, match: row.match }] : []
  })
  const keyOf = ({ orgCode, id }: Found) => `${orgCode} ${id}`
  return current.filter((row, index) => current.findIndex((other) => keyOf(other) === keyOf(row)) === index)
}

const membersById = (trx: Transaction, ids: readonly string[], match: Found['match'], rules: Rules) =>
  rankedRows<MemberRow>(
    trx,
    'member',
    [{ match, where: sql`t.id = any(${[...new Set(ids)]})`, by: sql`t.id`, atOnce: true }],
    rules,
  )
