import { readConfig } from './config.ts'
import { citusPlan, planLines } from './db/citus-plan.ts'
import { reachEmbeddedPostgres } from './db/embedded.ts'
import { withClient } from './db/roles.ts'

const USAGE = `npm run citus -- plan

Prints what each table would be on Citus, its size, and what is in the way. Reads the database and changes nothing.
Tables are not distributed: docs/citus.md says why, and what to do instead.`

async function main(words: readonly string[]): Promise<number> {
  if (words.length !== 1 || words[0] !== 'plan') {
    process.stderr.write(`${USAGE}\n`)
    return words[0] === '--help' ? 0 : 2
  }
  const { databaseUrl, dataDir } = readConfig()
  const embedded = databaseUrl ? undefined : await reachEmbeddedPostgres(dataDir)
  try {
    const plan = await withClient(databaseUrl ?? embedded?.ownerUrl ?? '', citusPlan)
    process.stdout.write(`${planLines(plan).join('\n')}\n`)
    return 0
  } finally {
    await embedded?.stop()
  }
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code
  },
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  },
)
