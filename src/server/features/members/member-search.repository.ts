import { type RawBuilder, sql } from 'kysely'
import { afterPrefix, escapeLike } from '#server/db/store-list.ts'
import { asTyped, isTyped } from '#shared/features/members/typed-name.calc.ts'

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

/** Ranges instead of LIKE: only comparisons may use an index under row-level security. */
const beginsWith = (column: Searched, prefix: string): Condition =>
  sql`(${sql.ref(`t.${column}`)} >= ${prefix} and ${sql.ref(`t.${column}`)} < ${afterPrefix(prefix)})`

const any = (conditions: readonly Condition[]): Condition => sql`(${sql.join([...conditions], sql` or `)})`

/** Members that became a part of another are shown by that one. */
export const notMerged = sql`t.merged_into is null`

/** A leading % searches by the end of the phone (spec §5). */
export function phoneCondition(given: string): Condition {
  const digits = given.replace(/[%*]/g, '')
  return given.startsWith('%')
    ? beginsWith('phone_reversed', [...digits].reverse().join(''))
    : beginsWith('phone', digits)
}

interface Ways {
  /** By an index: number, card, phone, the beginning of a name, of its first letters, or of it in pinyin. */
  quick: Condition
  /** By any part of a name, which reads all members: asked only where the quick way finds nobody. */
  slow: Condition | null
}

function waysOf(given: string): Ways {
  const word = given.replace(/\*/g, '')
  if (word.startsWith('%')) return { quick: phoneCondition(word), slow: null }
  if (/^\d+$/.test(word)) {
    const ways = [beginsWith('id', word), sql`t.physical_card = ${word}`, beginsWith('phone', word)]
    // What people say of their phone are its last four digits.
    if (word.length === 4) ways.push(phoneCondition(`%${word}`))
    return { quick: any(ways), slow: null }
  }
  const folded = word.toLowerCase()
  const names = [beginsWith('realname_folded', folded), beginsWith('nickname_folded', folded)]
  const typed = asTyped(word)
  const letters = (['initials', 'nickname_initials', 'spelling', 'nickname_spelling'] as const).map((column) =>
    beginsWith(column, typed),
  )
  const pattern = `%${escapeLike(word)}%`
  return {
    quick: any(isTyped(typed) ? [...names, ...letters] : names),
    slow: sql`(t.nickname ilike ${pattern} or t.realname ilike ${pattern})`,
  }
}

/**
 * Looks for members by a keyword, or for all where there is none: the quick way first, and the slow one only where that finds
 * nobody. So whoever types the beginning of a name waits for no search through all of them.
 */
export async function searchByKeyword<T>(
  keyword: string | undefined,
  look: (conditions: Condition[]) => Promise<T>,
  isNone: (found: T) => boolean,
): Promise<T> {
  if (keyword === undefined) return look([])
  const { quick, slow } = waysOf(keyword)
  const found = await look([quick])
  return slow !== null && isNone(found) ? look([slow]) : found
}

/**
 * Store and number of the members whom a keyword finds, for lists of what they did; what was done by one number of a person is found
 * by the others, too.
 */
export function matchingMembers(keyword: string): Condition {
  const { quick, slow } = waysOf(keyword)
  return sql`with found as (
      select t.org_code, t.id, coalesce(t.merged_into, t.id) as person from member t
      where ${slow ? any([quick, slow]) : quick} limit 200
    )
    select org_code, id from found union select org_code, person from found
    union select m.org_code, m.id from member m join found f on f.org_code = m.org_code and m.merged_into = f.person`
}
