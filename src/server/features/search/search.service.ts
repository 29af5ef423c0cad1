import { sql } from 'kysely'
import type { CallContext, Deps } from '#server/core/slice.ts'
import { MAX_HITS, Match, type SearchGroup, SearchKind } from '#shared/features/search/search.schema.ts'

/** The statement timeout. Searches are made while someone types, so a late answer is of no use, and its work is better given up. */
const TIMEOUT_MS = 1000

/** Groups of hits, those with the best match first; equally good ones in the order of `SearchKind`. */
const ranked = (groups: readonly SearchGroup[]): SearchGroup[] => {
  const best = ({ hits }: SearchGroup) => Match.options.indexOf(hits[0]?.match ?? 'part')
  const kindIndex = ({ kind }: SearchGroup) => SearchKind.options.indexOf(kind)
  return groups.toSorted((one, other) => best(one) - best(other) || kindIndex(one) - kindIndex(other))
}

/**
 * Searches the kinds whose lists the caller may see. Each slice decides about its own rows by the conditions of its list. A group without
 * hits is left out, unless rows were left out of its search.
 */
export async function searchEverywhere(
  deps: Deps,
  ctx: CallContext,
  word: string,
  kinds: readonly SearchKind[] | undefined,
): Promise<SearchGroup[]> {
  const sources = [...deps.registry.searched.values()].filter(
    ({ kind, actions }) =>
      (kinds === undefined || kinds.includes(kind)) && actions.some((action) => ctx.user.actions.has(action)),
  )
  if (sources.length === 0) return []
  const groups = await ctx.tx(async (trx) => {
    await sql`select set_config('statement_timeout', ${`${TIMEOUT_MS}ms`}, true)`.execute(trx)
    return Promise.all(
      sources.map(async ({ kind, find }): Promise<SearchGroup> => {
        const { hits, isWhole } = await find({ trx, ctx, deps, word })
        return { kind, hits: hits.slice(0, MAX_HITS), more: hits.length > MAX_HITS, isWhole }
      }),
    )
  })
  return ranked(groups.filter(({ hits, isWhole }) => hits.length > 0 || !isWhole))
}
