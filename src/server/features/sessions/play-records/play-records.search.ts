import { type Selectable, sql } from 'kysely'
import { dataRules } from '#server/core/auth/auth-rules.ts'
import { idTests } from '#server/core/search/id-tests.ts'
import { rankedRows, type Test } from '#server/core/search/ranked-rows.ts'
import { stateText } from '#server/core/search/state-text.ts'
import type { SearchSource } from '#server/core/slice.ts'
import type { Tables } from '#server/db/tables.ts'
import { toWireTime } from '#shared/core/time.ts'
import { playRecordList } from './play-records.repository.ts'

const NEWEST = { by: sql`t.created_at`, order: 'desc' } as const
const NUMBER_DIGITS = 3
const TICKET = /^([a-z]{1,2})0*(\d{1,6})$/i

/** A ticket number, also without its zeros, or the number alone with the letter of each store; the newest ride first. */
function ticketTests(word: string): Test[] {
  if (/^\d{1,6}$/.test(word))
    return [
      {
        match: 'exact',
        where: sql`t.ticket_no = ticket_no_of(s.queue_prefix, ${Number(word)}::integer) and t.ticket_no <> ''`,
        ...NEWEST,
      },
    ]
  const ticket = word.toUpperCase()
  const [, letters = '', digits = ''] = TICKET.exec(ticket) ?? []
  const numbers = digits === '' ? [ticket] : [...new Set([ticket, letters + digits.padStart(NUMBER_DIGITS, '0')])]
  return [
    { match: 'exact', where: sql`t.ticket_no = any(${numbers}::text[]) and t.ticket_no <> ''`, ...NEWEST },
    { match: 'exact', where: sql`t.terminal_ticket = ${ticket} and t.terminal_ticket <> ''`, ...NEWEST },
  ]
}

/** Rides by the number of their ticket, by that of a terminal, or by their id. */
export const ticketSource: SearchSource = {
  kind: 'ticket',
  actions: ['playbeforepay:list'],
  async find({ trx, ctx, deps, word }) {
    const rules = await dataRules(trx, ctx.user, playRecordList, deps.clock())
    const tests = [...ticketTests(word), ...idTests(word)]
    const rows = await rankedRows<Selectable<Tables['playRecord']>>(trx, 'play_record', tests, rules)
    const hits = rows.map(async (row) => ({
      id: row.id,
      title: row.ticketNo || row.terminalTicket || row.id,
      notes: [row.ticketNo === '' ? '' : row.terminalTicket, row.racer, row.vehicleName, row.ruleName].filter(Boolean),
      orgCode: row.orgCode,
      storeName: row.storeName,
      amount: null,
      state: await stateText(deps, ctx, 'play_state', row.state),
      at: toWireTime(row.createdAt),
      match: row.match,
    }))
    return { hits: await Promise.all(hits), isWhole: true }
  },
}
