import { sql } from 'kysely'
import type { Transaction } from '#server/db/database.ts'

/** Something that is not what the ledger and the open orders make of it. */
export interface LedgerDifference {
  orgCode: string
  /** Empty where it is of nobody. */
  memberId: string
  /**
   * What was compared: a wallet with its lines, its lots together, or what it holds with open holds; a lot with its lines; a hold with
   * its order; a line with those that reverse it.
   */
  check: 'wallet' | 'lots' | 'held' | 'lot' | 'hold' | 'reversal'
  account: string
  project: string
  /** Of the lot, hold or line. */
  id: string
  stored: number
  replayed: number
}

/**
 * Replays the ledger of every store in scope and answers what differs; empty when all is well.
 *
 * It checks the sum of all changes and the running value of every single line against the wallets, the lots against their lines and
 * their sum against the wallets, what wallets hold against open holds, open holds against open orders, and reversals against what
 * they reverse.
 */
export async function replayLedger(trx: Transaction): Promise<LedgerDifference[]> {
  const { rows } = await sql<LedgerDifference>`
    with replayed as (
      select org_code, member_id, account, project, sum(delta)::bigint as value,
          bool_and(value_after = running) as unbroken
        from (select *, (sum(delta) over (partition by org_code, member_id, account, project order by seq))::bigint as running
          from ledger_line where account = any ('{balance,give,integral,laps,frequency}'::text[])) lines
        group by org_code, member_id, account, project
    ), lots as (
      select org_code, member_id, kind, project, sum(value_left)::bigint as value
        from wallet_lot group by org_code, member_id, kind, project
    ), lines_of_lots as (
      select l.org_code, one.id, sum(one.delta)::bigint as value
        from ledger_line l cross join unnest(l.lot_ids, l.lot_deltas) as one (id, delta)
        group by l.org_code, one.id
    ), held as (
      select h.org_code, h.member_id, l.kind, l.project, sum(l.amount)::bigint as value
        from hold h join hold_line l on l.hold_id = h.id and l.org_code = h.org_code
        where h.state = 'held' group by h.org_code, h.member_id, l.kind, l.project
    ), reversed as (
      select distinct l.org_code, l.reverses, reversed_of(l.reverses, l.org_code) as value
        from ledger_line l where l.reverses is not null
    )
    select coalesce(s.org_code, r.org_code) as org_code, coalesce(s.member_id, r.member_id) as member_id,
        'wallet' as check, coalesce(s.kind, r.account) as account, coalesce(s.project, r.project) as project, '' as id,
        coalesce(s.value, 0) as stored, coalesce(r.value, 0) as replayed
      from wallet s full join replayed r
        on r.org_code = s.org_code and r.member_id = s.member_id and r.account = s.kind and r.project = s.project
      where coalesce(s.value, 0) <> coalesce(r.value, 0) or not coalesce(r.unbroken, true)
    union all
    select w.org_code, w.member_id, 'lots', w.kind, w.project, '', coalesce(l.value, 0), w.value
      from wallet w left join lots l using (org_code, member_id, kind, project) where coalesce(l.value, 0) <> w.value
    union all
    select l.org_code, l.member_id, 'lot', l.kind, l.project, l.id::text, l.value_left,
        case l.source_kind when 'before' then l.issued else 0 end + coalesce(r.value, 0)
      from wallet_lot l left join lines_of_lots r on r.id = l.id and r.org_code = l.org_code
      where l.value_left <> case l.source_kind when 'before' then l.issued else 0 end + coalesce(r.value, 0)
    union all
    select w.org_code, w.member_id, 'held', w.kind, w.project, '', w.held, coalesce(h.value, 0)
      from wallet w left join held h using (org_code, member_id, kind, project) where w.held <> coalesce(h.value, 0)
    union all
    select h.org_code, h.member_id, 'hold', '', '', h.id::text,
        (select coalesce(sum(l.amount), 0)::bigint from hold_line l where l.hold_id = h.id and l.org_code = h.org_code), 0
      from hold h left join play_before_pay p on p.id = h.id and p.org_code = h.org_code
      where h.state = 'held' and p.state is distinct from 'GUADAN'
    union all
    select l.org_code, coalesce(l.member_id, ''), 'reversal', l.account, l.project, l.seq::text, abs(r.value), abs(l.delta)
      from ledger_line l join reversed r on r.reverses = l.seq and r.org_code = l.org_code
      where abs(r.value) > abs(l.delta) or sign(r.value) = sign(l.delta) and l.delta <> 0
    order by 1, 2, 3, 4, 5, 6`.execute(trx)
  return rows
}
