import { type RawBuilder, sql } from 'kysely'
import type { Test } from '#server/core/search/ranked-rows.ts'
import { afterPrefix, escapeLike } from '#server/db/store-list.ts'
import { isTypedName, normalizeTypedName } from '#shared/features/members/typed-name.calc.ts'

type Condition = RawBuilder<unknown>

type Searched =
  | 'phone'
  | 'phone_reversed'
  | 'id'
  | 'realname_folded'
  | 'nickname_folded'
  | 'initials'
  | 'nickname_initials'
  | 'spelling'
  | 'nickname_spelling'

/** A range instead of LIKE: only comparisons can use an index under row-level security. */
const beginsWith = (column: Searched, prefix: string): Condition =>
  sql`(${sql.ref(`t.${column}`)} >= ${prefix} and ${sql.ref(`t.${column}`)} < ${afterPrefix(prefix)})`

const any = (conditions: readonly Condition[]): Condition => sql`(${sql.join([...conditions], sql` or `)})`

/** Excludes merged members. */
export const notMerged = sql`t.merged_into is null`

/** A leading % searches by the end of the phone (spec §5). */
export function phoneCondition(given: string): Condition {
  const digits = given.replace(/[%*]/g, '')
  return given.startsWith('%')
    ? beginsWith('phone_reversed', [...digits].reverse().join(''))
    : beginsWith('phone', digits)
}

interface SearchConditions {
  /** Uses indexes: number, card, phone, or the beginning of a name, its letters or its pinyin. */
  quick: Condition
  /** Matches any part of a name and scans all members; used only if the quick search finds none. */
  slow: Condition | null
}

function searchConditions(given: string): SearchConditions {
  const word = given.replace(/\*/g, '')
  if (word.startsWith('%')) return { quick: phoneCondition(word), slow: null }
  if (/^\d+$/.test(word)) {
    const conditions = [beginsWith('id', word), sql`t.physical_card = ${word}`, beginsWith('phone', word)]
    // Four digits may be the end of a phone.
    if (word.length === 4) conditions.push(phoneCondition(`%${word}`))
    return { quick: any(conditions), slow: null }
  }
  const folded = word.toLowerCase()
  const names = [beginsWith('realname_folded', folded), beginsWith('nickname_folded', folded)]
  const typed = normalizeTypedName(word)
  const letters = (['initials', 'nickname_initials', 'spelling', 'nickname_spelling'] as const).map((column) =>
    beginsWith(column, typed),
  )
  return { quick: any(isTypedName(typed) ? [...names, ...letters] : names), slow: containsWord(word) }
}

function containsWord(word: string): Condition {
  const pattern = `%${escapeLike(word)}%`
  return sql`(t.nickname ilike ${pattern} or t.realname ilike ${pattern})`
}

const orderedBy = (column: Searched): Condition => sql.ref(`t.${column}`)

/** The fewest digits of a phone that are searched: fewer belong to too many members. */
const PHONE_DIGITS = 4
const CARD_DIGITS = 10

/** The same matches one by one, for a search that ranks them; `slow` is for when these find too few. */
export function memberTests(word: string): { quick: Test[]; slow: Test | null } {
  const end = (digits: string): Test => ({
    match: digits.length >= CARD_DIGITS ? 'exact' : 'prefix',
    where: phoneCondition(`%${digits}`),
    by: orderedBy('phone_reversed'),
    atOnce: true,
  })
  if (/^%\d*$/.test(word)) return { quick: word.length > PHONE_DIGITS ? [end(word.slice(1))] : [], slow: null }
  if (/^\d+$/.test(word)) {
    // A card typed without its zeros.
    const cards = [...new Set([word, word.padStart(CARD_DIGITS, '0')])]
    const quick: Test[] = [
      { match: 'exact', where: sql`t.physical_card = any(${cards})`, by: orderedBy('id'), atOnce: true },
      { match: 'exact', where: sql`t.id = ${word}`, by: orderedBy('id'), atOnce: true },
      { match: 'prefix', where: beginsWith('id', word), by: orderedBy('id') },
    ]
    if (word.length >= PHONE_DIGITS) {
      quick.push({ match: 'prefix', where: beginsWith('phone', word), by: orderedBy('phone'), atOnce: true }, end(word))
    }
    return { quick, slow: null }
  }
  const folded = word.toLowerCase()
  const names = (['realname_folded', 'nickname_folded'] as const).map(
    (column): Test => ({ match: 'prefix', where: beginsWith(column, folded), by: orderedBy(column) }),
  )
  const typed = normalizeTypedName(word)
  const letters = (['initials', 'nickname_initials', 'spelling', 'nickname_spelling'] as const).map(
    (column): Test => ({ match: 'letters', where: beginsWith(column, typed), by: orderedBy(column) }),
  )
  return {
    quick: isTypedName(typed) ? [...names, ...letters] : names,
    slow: { match: 'part', where: containsWord(word), by: orderedBy('id') },
  }
}

/**
 * Searches members by a keyword, or all without one: first the quick search, and the slow one only if that finds none. So typing the
 * beginning of a name never waits for a scan.
 */
export async function searchByKeyword<T>(
  keyword: string | undefined,
  search: (conditions: Condition[]) => Promise<T>,
  isNone: (found: T) => boolean,
): Promise<T> {
  if (keyword === undefined) return search([])
  const { quick, slow } = searchConditions(keyword)
  const found = await search([quick])
  return slow !== null && isNone(found) ? search([slow]) : found
}

/** SQL for store and id of members who match a keyword, for lists of their records. All numbers of a merged person are included. */
export function matchingMembers(keyword: string): Condition {
  const { quick, slow } = searchConditions(keyword)
  return sql`with found as (
      select t.org_code, t.id, coalesce(t.merged_into, t.id) as person from member t
      where ${slow ? any([quick, slow]) : quick} limit 200
    )
    select org_code, id from found union select org_code, person from found
    union select m.org_code, m.id from member m join found f on f.org_code = m.org_code and m.merged_into = f.person`
}
