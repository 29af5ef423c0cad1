import { z } from 'zod'
import { joined, onScreen, route } from '#shared/core/route.ts'
import { line } from '#shared/core/text.ts'
import { MAX_KEYWORD, SearchGroup, SearchKind } from './search.schema.ts'

/** The search over everything that a user may see. */
export const search = onScreen('search', {
  everywhere: route({
    method: 'GET',
    path: '/sys/search/everywhere',
    summary:
      'Members, tickets, orders, vehicles, rules and goods by a word, as far as the caller may list them: at most six of each kind, the best first',
    access: 'signedIn',
    lane: 'lists',
    query: z.object({
      keyword: line(MAX_KEYWORD, 1),
      /** Kinds joined by commas; left out: all. */
      kinds: joined.pipe(z.array(SearchKind)).optional(),
    }),
    result: z.array(SearchGroup),
  }),
})
