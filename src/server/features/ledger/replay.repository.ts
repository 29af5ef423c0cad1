import { sql } from 'kysely'
import type { Transaction } from '#server/db/database.ts'

/** A stored value that differs from the replayed ledger, the pending rides or the sign-ups. */
export interface LedgerDifference {
  orgCode: string
  /** Empty for entries without a member. */
  memberId: string
  /**
   * What was compared: a wallet with its entries, the sum of its lots, or its held value with open holds; a lot with its entries; a hold
   * with its ride or sign-up; an entry with its reversals.
   */
  check: 'wallet' | 'lots' | 'held' | 'lot' | 'hold' | 'reversal'
  account: string
  project: string
  /** Id of the lot, hold or entry. */
  id: string
  stored: number
  replayed: number
}

/** The held value of wallets, with open holds. */
const held = sql`
  select w.org_code, w.member_id, 'held' as check, w.kind as account, w.project, '' as id, w.held as stored,
      coalesce(h.value, 0) as replayed
    from wallet w
    left join (
      select h.org_code, h.member_id, l.kind, l.project, sum(l.amount)::bigint as value
        from hold h join hold_line l on l.hold_id = h.id and l.org_code = h.org_code
        where h.state = 'held' group by h.org_code, h.member_id, l.kind, l.project
    ) h using (org_code, member_id, kind, project)
    where w.held <> coalesce(h.value, 0)`

/** Open holds, with their rides or sign-ups for events. */
const holds = sql`
  select h.org_code, h.member_id, 'hold' as check, '' as account, '' as project, h.id::text as id,
      (select coalesce(sum(l.amount), 0)::bigint from hold_line l where l.hold_id = h.id and l.org_code = h.org_code) as stored,
      0 as replayed
    from hold h left join play_record p on p.id = h.id and p.org_code = h.org_code
    left join event_sign_up s on s.id = h.id and s.org_code = h.org_code
    where h.state = 'held' and p.state is distinct from 'PENDING' and s.state is distinct from 'preparing'`

/** Each lot, with its entries. */
const lots = sql`
  select l.org_code, l.member_id, 'lot' as check, l.kind as account, l.project, l.id::text as id, l.value_left as stored,
      case l.source_kind when 'before' then l.issued else 0 end + coalesce(r.value, 0) as replayed
    from wallet_lot l
    left join (
      select l.org_code, one.id, sum(one.delta)::bigint as value
        from ledger_line l cross join unnest(l.lot_ids, l.lot_deltas) as one (id, delta) group by l.org_code, one.id
    ) r on r.id = l.id and r.org_code = l.org_code
    where l.value_left <> case l.source_kind when 'before' then l.issued else 0 end + coalesce(r.value, 0)`

/** Each wallet, with the sum of its lots. */
const sumsOfLots = sql`
  select w.org_code, w.member_id, 'lots' as check, w.kind as account, w.project, '' as id, coalesce(l.value, 0) as stored,
      w.value as replayed
    from wallet w
    left join (
      select org_code, member_id, kind, project, sum(value_left)::bigint as value
        from wallet_lot group by org_code, member_id, kind, project
    ) l using (org_code, member_id, kind, project)
    where coalesce(l.value, 0) <> w.value`

/** Each entry, with its reversals. */
const reversals = sql`
  select l.org_code, coalesce(l.member_id, '') as member_id, 'reversal' as check, l.account, l.project, l.seq::text as id,
      abs(r.value) as stored, abs(l.delta) as replayed
    from ledger_line l
    join (
      select distinct org_code, reverses, reversed_of(reverses, org_code) as value from ledger_line where reverses is not null
    ) r on r.reverses = l.seq and r.org_code = l.org_code
    where abs(r.value) > abs(l.delta) or sign(r.value) = sign(l.delta) and l.delta <> 0`

/** Each wallet, with the sum of its entries, and each entry with the running total. */
const wallets = sql`
  select coalesce(s.org_code, r.org_code) as org_code, coalesce(s.member_id, r.member_id) as member_id, 'wallet' as check,
      coalesce(s.kind, r.account) as account, coalesce(s.project, r.project) as project, '' as id,
      coalesce(s.value, 0) as stored, coalesce(r.value, 0) as replayed
    from wallet s
    full join (
      select org_code, member_id, account, project, sum(delta)::bigint as value, bool_and(value_after = running) as unbroken
        from (
          select *, (sum(delta) over (
              partition by org_code, member_id, account, project order by seq rows unbounded preceding))::bigint as running
            from ledger_line where account = any ('{balance,give,integral,laps,coins,frequency}'::text[])
        ) lines
        group by org_code, member_id, account, project
    ) r on r.org_code = s.org_code and r.member_id = s.member_id and r.account = s.kind and r.project = s.project
    where coalesce(s.value, 0) <> coalesce(r.value, 0) or not coalesce(r.unbroken, true)`

/**
 * Replays the ledger of every store in scope and returns the differences; empty if consistent.
 *
 * Each check is its own statement with its own snapshot: all together may exceed the statement timeout.
 */
export async function replayLedger(trx: Transaction): Promise<LedgerDifference[]> {
  const differences: LedgerDifference[] = []
  for (const check of [held, holds, lots, sumsOfLots, reversals, wallets]) {
    const { rows } =
      await sql<LedgerDifference>`select * from (${check}) found order by org_code, member_id, account, project, id`.execute(
        trx,
      )
    differences.push(...rows)
  }
  return differences
}
