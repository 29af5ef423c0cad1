import { sql } from 'kysely'
import type { Transaction } from '#server/db/database.ts'

/** A wallet whose current total is not what its ledger adds up to, or a reservation that its open orders do not make. */
export interface WalletDifference {
  orgCode: string
  memberId: string
  wallet: string
  project: string
  /** What the member's row says. */
  stored: number
  /** What the ledger, or the sum of open holds, says. */
  replayed: number
}

/**
 * Replays the ledger of every member in scope and answers what differs; empty when all is well.
 *
 * It checks the sum of all changes, the running value of every single row, the reserved totals against
 * open holds, and open holds against open orders.
 */
export async function replayLedger(trx: Transaction): Promise<WalletDifference[]> {
  const { rows } = await sql<WalletDifference>`
    with stored as (
      select org_code, id as member_id, wallet, '' as project, value from member cross join lateral
        (values ('balance', balance), ('give', give), ('integral', integral), ('laps', laps)) as part (wallet, value)
      union all
      select org_code, member_id, 'frequency', project_type, frequency from member_project
    ), replayed as (
      select org_code, member_id, wallet, project, sum(delta)::bigint as value,
          bool_and(value_after = running) as unbroken
        from (select *, (sum(delta) over (partition by org_code, member_id, wallet, project order by seq))::bigint as running
          from wallet_ledger) rows
        group by org_code, member_id, wallet, project
    ), held as (
      select m.org_code, m.id as member_id, part.wallet, part.value as stored, part.open as replayed
        from member m
        left join lateral (select coalesce(sum(money), 0)::bigint as money, coalesce(sum(integral), 0)::bigint as integral,
            coalesce(sum(laps), 0)::bigint as laps
          from hold h where h.member_id = m.id and h.org_code = m.org_code and h.state = 'held') h on true
        cross join lateral (values ('held money', m.held_money, h.money), ('held integral', m.held_integral, h.integral),
          ('held laps', m.held_laps, h.laps)) as part (wallet, value, open)
    )
    select coalesce(s.org_code, r.org_code) as org_code, coalesce(s.member_id, r.member_id) as member_id,
        coalesce(s.wallet, r.wallet) as wallet, coalesce(s.project, r.project) as project,
        coalesce(s.value, 0) as stored, coalesce(r.value, 0) as replayed
      from stored s full join replayed r
        on r.org_code = s.org_code and r.member_id = s.member_id and r.wallet = s.wallet and r.project = s.project
      where coalesce(s.value, 0) <> coalesce(r.value, 0) or not coalesce(r.unbroken, true)
    union all
    select org_code, member_id, wallet, '', stored, replayed from held where stored <> replayed
    union all
    select h.org_code, h.member_id, 'hold without open order', h.id::text, h.money + h.integral + h.laps, 0
      from hold h left join play_before_pay p on p.id = h.id and p.org_code = h.org_code
      where h.state = 'held' and p.state is distinct from 'GUADAN'
    order by 1, 2, 3, 4`.execute(trx)
  return rows
}
