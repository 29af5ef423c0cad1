import { sql } from 'kysely'
import { stateText } from '#server/core/search/state-text.ts'
import type { SearchSource } from '#server/core/slice.ts'
import { afterPrefix } from '#server/db/store-list.ts'
import { toWireTime } from '#shared/core/time.ts'
import { MAX_HITS, type Match } from '#shared/features/search/search.schema.ts'
import { findActiveEntries } from './queue.repository.ts'

/** Entries of the queue that wait, by number, the beginning of the ticket, or a part of the racer's name. */
export const queueSource: SearchSource = {
  kind: 'queue',
  actions: ['queue:list'],
  async find({ trx, ctx, deps, word }) {
    const ticket = word.toUpperCase()
    const number = /^\d{1,6}$/.test(word) ? Number(word) : null
    const exact = sql`(p.ticket_no = ${ticket} or q.number is not distinct from ${number}::integer)`
    const matches = sql`(${exact} or p.ticket_no >= ${ticket} and p.ticket_no < ${afterPrefix(ticket)}
      or strpos(lower(p.racer), ${word.toLowerCase()}) > 0)`
    const rows = await findActiveEntries(trx, deps.clock(), matches, sql`${exact} desc`, MAX_HITS + 1)
    const matchOf = (row: (typeof rows)[number]): Match => {
      if (row.ticketNo === ticket || row.number === number) return 'exact'
      return row.ticketNo.startsWith(ticket) || row.racer.toLowerCase().startsWith(word.toLowerCase())
        ? 'prefix'
        : 'part'
    }
    const hits = rows.map(async (row) => ({
      id: row.id,
      title: row.ticketNo,
      notes: [row.racer, row.ruleName, row.vehicleName].filter(Boolean),
      orgCode: row.orgCode,
      storeName: row.storeName,
      amount: null,
      state: await stateText(deps, ctx, 'queue_state', row.state),
      at: toWireTime(row.createdAt),
      match: matchOf(row),
    }))
    return { hits: await Promise.all(hits), isWhole: true }
  },
}
