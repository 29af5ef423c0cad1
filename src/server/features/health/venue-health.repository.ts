import { sql } from 'kysely'
import type { Transaction } from '#server/db/database.ts'
import { closesAt } from '#server/features/payments/index.ts'
import { defaultLayout } from '#shared/features/display/screens.schema.ts'
import type {
  BackupFacts,
  JobFacts,
  KioskFacts,
  MoneyFacts,
  ScreenFacts,
  StopFacts,
  StoreFacts,
  SystemFacts,
  TerminalFacts,
  VehicleFacts,
} from './venue-health.calc.ts'

const usualKinds = defaultLayout.panels.map(({ kind }) => kind)

/** A terminal or screen that was not seen for this time no longer counts as part of the venue. */
const TERMINAL_KNOWN_DAYS = 30
/** A payment that is open for this long after it should have ended is stuck. */
const PAYMENT_SECONDS = 120
const REFUND_SECONDS = 3600

/** A page shows at most so many parts of a kind. */
const pageOf = (most: number) => sql`limit ${sql.lit(most)}`
/** Those who must miss none read few stores at once. */
const allOf = () => sql``

/** The states of the stores in scope: what a page shows of them, or all of them. */
export async function storeFactsOf(trx: Transaction, now: Date, extent: 'page' | 'all'): Promise<StoreFacts> {
  const upTo = extent === 'page' ? pageOf : allOf
  const { rows: terminals } = await sql<TerminalFacts>`
    select t.id, t.org_code, s.name as store_name, t.name, t.seen_at, t.version, t.reported_at, t.report,
        exists (select from shift h where h.terminal_id = t.id and h.org_code = t.org_code and h.closed_at is null) as is_in_use
      from terminal t join store s on s.org_code = t.org_code
      where t.state <> 'revoked' and t.seen_at > ${now}::timestamptz - make_interval(days => ${TERMINAL_KNOWN_DAYS})
      order by t.org_code, t.name, t.id ${upTo(500)}`.execute(trx)
  const { rows: vehicles } = await sql<VehicleFacts>`
    select v.id, v.org_code, s.name as store_name, v.name, v.connected, v.heartbeat_at, v.battery, v.fault,
        exists (select from run g where g.vehicle_id = v.id and g.org_code = v.org_code and g.state = 'RUNNING') as is_running
      from vehicle v join store s on s.org_code = v.org_code
      where exists (select from device d join device_access a on a.device_id = d.id and a.org_code = d.org_code
        where d.vehicle_id = v.id and d.org_code = v.org_code)
      order by v.org_code, v.index_number, v.id ${upTo(2000)}`.execute(trx)
  return {
    terminals,
    vehicles,
    screens: await screensOf(trx, now, upTo),
    kiosks: await kiosksOf(trx, now, upTo),
    money: await moneyOf(trx, now),
    stops: await stopsOf(trx, upTo),
  }
}

/** The states of what belongs to no store. */
export const systemFactsOf = async (trx: Transaction, jobs: readonly string[], now: Date): Promise<SystemFacts> => ({
  jobs: await jobsOf(trx, jobs),
  backups: await backupsOf(trx, now),
})

/** Big screens that were seen recently. */
async function screensOf(trx: Transaction, now: Date, upTo: typeof pageOf): Promise<ScreenFacts[]> {
  const { rows } = await sql<ScreenFacts>`
    select d.id, d.org_code, s.name as store_name, d.name, d.seen_at, d.device_id is not null as is_tv,
        coalesce((select array_agg(p ->> 'kind') from jsonb_array_elements(d.layout -> 'panels') p), ${usualKinds}::text[]) as shows,
        d.device_id is null or exists (select from device_permit p where p.device_id = d.device_id and p.org_code = d.org_code
          and p.revoked_at is null and (p.valid_until is null or p.valid_until > ${now})) as is_permitted,
        exists (select from run g where g.org_code = d.org_code and g.state = 'RUNNING') as is_racing
      from display_screen d join store s on s.org_code = d.org_code
      where d.seen_at > ${now}::timestamptz - make_interval(days => ${TERMINAL_KNOWN_DAYS})
      order by d.org_code, d.name, d.id ${upTo(500)}`.execute(trx)
  return rows
}

/** Kiosks that were seen recently, without those out of service. */
async function kiosksOf(trx: Transaction, now: Date, upTo: typeof pageOf): Promise<KioskFacts[]> {
  const { rows } = await sql<KioskFacts>`
    select k.id, k.org_code, s.name as store_name, k.name, k.seen_at,
        exists (select from run g where g.org_code = k.org_code and g.state = 'RUNNING') as is_racing
      from kiosk k join store s on s.org_code = k.org_code
      where k.enabled and k.seen_at > ${now}::timestamptz - make_interval(days => ${TERMINAL_KNOWN_DAYS})
      order by k.org_code, k.name, k.id ${upTo(500)}`.execute(trx)
  return rows
}

async function moneyOf(trx: Transaction, now: Date): Promise<MoneyFacts[]> {
  const { rows } = await sql<MoneyFacts>`
    select 'payment ' || s.org_code as id, s.org_code, s.name as store_name,
        coalesce(p.payments, 0) as payments, p.oldest_payment, coalesce(r.refunds, 0) as refunds, r.oldest_refund
      from store s
      left join (select org_code, count(*)::int as payments, min(created_at) as oldest_payment from payment o
          where ended_at is null and ${closesAt('o')} < ${now}::timestamptz - make_interval(secs => ${PAYMENT_SECONDS}) group by org_code) p
        using (org_code)
      left join (select org_code, count(*)::int as refunds, min(created_at) as oldest_refund from payment_refund
          where state = 'owed' and created_at < ${now}::timestamptz - make_interval(secs => ${REFUND_SECONDS}) group by org_code) r
        using (org_code)
      where p.payments > 0 or r.refunds > 0
        or exists (select from payment_provider e where e.org_code = s.org_code and e.enabled)
      order by s.org_code`.execute(trx)
  return rows
}

async function stopsOf(trx: Transaction, upTo: typeof pageOf): Promise<StopFacts[]> {
  const { rows } = await sql<StopFacts>`
    select e.id, e.org_code, s.name as store_name, e.stopped_at, e.stopped_by
      from emergency_stop e join store s on s.org_code = e.org_code
      where e.released_at is null order by e.stopped_at ${upTo(100)}`.execute(trx)
  return rows
}

async function jobsOf(trx: Transaction, names: readonly string[]): Promise<JobFacts[]> {
  const { rows } = await sql<JobFacts>`
    select j.job_name, j.next_run_at, r.state, coalesce(r.result, '') as result, r.ended_at
      from scheduled_job j
      left join lateral (select state, result, ended_at from job_run
          where job_name = j.job_name and ended_at is not null order by queued_at desc limit 1) r on true
      where j.status = 0 and j.job_name = any(${names}) order by j.job_name`.execute(trx)
  return rows
}

async function backupsOf(trx: Transaction, now: Date): Promise<BackupFacts> {
  const last = (state: 'done' | 'failed') =>
    trx
      .selectFrom('backupRun')
      .select(['endedAt', 'bytes', 'encrypted', 'reason'])
      .where('state', '=', state)
      .orderBy('startedAt', 'desc')
      .limit(1)
      .executeTakeFirst()
  const { rows } = await sql<{
    since: Date
  }>`select coalesce(min(created_at), ${now}) as since from user_account`.execute(trx)
  return {
    lastDone: (await last('done')) ?? null,
    lastFailed: (await last('failed')) ?? null,
    expectedSince: rows[0]?.since ?? now,
  }
}
