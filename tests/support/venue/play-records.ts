import { sql } from 'kysely'
import type { TestClient } from '#tests/support/server.ts'
import type { Venue } from './venue.ts'

type Staff = Pick<TestClient, 'playBeforePay'>
type Query = Parameters<TestClient['playBeforePay']['list']>[0]['query']

/** The pay-later list as a manager reads it, and the rows of its table. */
export function playRecordsOf(venue: Venue, manager: Staff) {
  return {
    list: async (query: Query, client: Staff = manager) => (await client.playBeforePay.list({ query })).result,
    count: (condition = 'true', orgCode = 'A01A01') =>
      venue.inEveryStore(async (trx) => {
        const counted = sql<{ n: number }>`select count(*) as n from play_record
          where org_code = ${orgCode} and ${sql.raw(condition)}`
        return (await counted.execute(trx)).rows[0]?.n
      }),
  }
}

export type PlayRecords = ReturnType<typeof playRecordsOf>
