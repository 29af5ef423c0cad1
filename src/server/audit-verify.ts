import { ConfigError, readConfig } from './config.ts'
import { startEmbeddedPostgres } from './db/embedded.ts'
import { withClient } from './db/roles.ts'

interface Report {
  entries: number
  heads: { org_code: string; seq: string; hash: string }[]
  problems: { org_code: string; seq: string | null; entry_id: string | null; problem: string }[]
}

/** Verifies the whole audit trail and reports edited entries and gaps. */
const verify = (ownerUrl: string): Promise<Report> =>
  withClient(ownerUrl, async (owner) => {
    // One transaction, so that entries chained during the check are not reported as gaps.
    await owner.query('begin isolation level repeatable read')
    const { rows: problems } = await owner.query('select * from audit_problems()')
    const { rows: heads } = await owner.query('select * from audit_head order by org_code')
    const { rows } = await owner.query('select count(*)::integer as entries from audit_link')
    await owner.query('commit')
    return { entries: rows[0]?.entries ?? 0, heads, problems }
  })

function printReport({ entries, heads, problems }: Report): void {
  const lines = [
    ...heads.map(({ org_code: store, seq, hash }) => `  ${store || '(no store)'}  ${seq} entries, ends with ${hash}`),
    ...problems.map(
      ({ org_code: store, seq, entry_id: id, problem }) =>
        `  ${store || '(no store)'}  entry ${seq ?? `with id ${id}`} is ${problem}`,
    ),
    problems.length === 0 ? `${entries} entries, nothing is missing or edited.` : `${problems.length} problems.`,
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}

async function main(): Promise<number> {
  const { databaseUrl, dataDir } = readConfig()
  const embedded = databaseUrl ? undefined : await startEmbeddedPostgres({ dataDir })
  try {
    const report = await verify(databaseUrl ?? embedded?.ownerUrl ?? '')
    printReport(report)
    return report.problems.length === 0 ? 0 : 1
  } finally {
    await embedded?.stop()
  }
}

main().then(
  (code) => {
    process.exitCode = code
  },
  (error: unknown) => {
    const known = error instanceof ConfigError || error instanceof Error
    process.stderr.write(`${known ? error.message : String(error)}\n`)
    process.exitCode = 2
  },
)
