import type { Migration, Sqlite } from '#main/core/storage/database.ts'
import type { PrintOutcome } from '#shared/ipc/devices.ts'

const KEEP_FOR = 7 * 24 * 3600_000

export const printClaimMigrations: Migration[] = [
  {
    name: 'sync-0001-print-claims',
    sql: `
      create table print_claim (
        id text primary key,
        org_code text not null,
        job_id text not null,
        outcome text,
        detail text not null default '',
        reported integer not null default 0 check (reported in (0, 1)),
        claimed_at integer not null
      ) strict;
      create index print_claim_job on print_claim (job_id) where reported = 0;
    `,
  },
]

/** A claimed print job of the server, with the local printer job for it. */
export interface PrintClaim {
  id: string
  jobId: string
  outcome: PrintOutcome | null
  detail: string
  claimedAt: number
}

/** Claims in the terminal's file, so that outcomes are reported after a restart as well. */
export function printClaims(db: Sqlite) {
  const columns = 'id, job_id as jobId, outcome, detail, claimed_at as claimedAt'
  const take = db.prepare<[string, string, string, number]>(
    'insert or replace into print_claim (id, org_code, job_id, claimed_at) values (?, ?, ?, ?)',
  )
  const byId = db.prepare<[string], PrintClaim>(`select ${columns} from print_claim where id = ?`)
  const ofJob = db.prepare<[string], PrintClaim>(
    `select ${columns} from print_claim where job_id = ? and outcome is null and reported = 0`,
  )
  const ended = db.prepare<[PrintOutcome, string, string]>(
    'update print_claim set outcome = ?, detail = ? where id = ?',
  )
  const takeBack = db.prepare<[PrintOutcome, string, string]>(
    `update print_claim set outcome = ?, detail = ?, reported = 0
     where job_id = ? and outcome in ('blocked', 'not-sent')`,
  )
  const unreported = db.prepare<[string], PrintClaim>(
    `select ${columns} from print_claim where org_code = ? and outcome is not null and reported = 0`,
  )
  const reported = db.prepare<[string]>('update print_claim set reported = 1 where id = ?')
  const purge = db.prepare<[number]>('delete from print_claim where claimed_at < ?')

  return {
    take: (id: string, orgCode: string, jobId: string, now: number) => void take.run(id, orgCode, jobId, now),
    byId: (id: string) => byId.get(id) ?? null,
    ofJob: (jobId: string) => ofJob.all(jobId),
    end: (id: string, outcome: PrintOutcome, detail: string) => void ended.run(outcome, detail, id),
    /** A returned job was printed here after all. */
    takeBack: (jobId: string, outcome: PrintOutcome, detail: string) => void takeBack.run(outcome, detail, jobId),
    unreported: (orgCode: string) => unreported.all(orgCode),
    markReported: (id: string) => void reported.run(id),
    purge: (now: number) => void purge.run(now - KEEP_FOR),
  }
}
