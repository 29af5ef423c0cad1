import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { DEMO_PASSWORD } from '#server/db/seed/access.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { failOver, type Loss } from './failover.ts'

// npm run cluster: all parts of a cluster on this machine until Ctrl+C. npm run cluster -- failover: loses its primary in the
// middle of sales.
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    copies: { type: 'string', default: '3' },
    /** Of the proxy. */
    port: { type: 'string' },
    sales: { type: 'string', default: '500' },
    terminals: { type: 'string', default: '6' },
    loss: { type: 'string', default: 'kill' },
    /** The built server. */
    program: { type: 'string' },
  },
})
const [what = 'serve'] = positionals
if (!['serve', 'failover'].includes(what) || !['kill', 'pause'].includes(values.loss)) {
  console.error('usage: npm run cluster -- [failover] [--copies 3] [--port 8080] [--sales 500] [--loss kill|pause]')
  process.exit(1)
}
const isFailover = what === 'failover'
const tell = (line: string): void => console.log(line)
const folder = await mkdtemp(join(tmpdir(), 'pitlane-cluster-'))
await chmod(folder, 0o711)
const asked = Promise.withResolvers<void>()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => asked.resolve())

const program = values.program && existsSync(values.program) ? { program: values.program } : {}
let cluster: Cluster | undefined
try {
  cluster = await startCluster({
    folder,
    copies: Number(values.copies),
    ...(isFailover && !values.port ? {} : { port: Number(values.port ?? 8080) }),
    ...program,
    tell,
  })
  if (isFailover) {
    const options = { cluster, sales: Number(values.sales), terminals: Number(values.terminals), tell }
    const wrong = await Promise.race([
      failOver({ ...options, loss: values.loss as Loss }),
      asked.promise.then(() => ['it was broken off']),
    ])
    for (const line of wrong) tell(line)
    tell(wrong.length === 0 ? 'nothing is missing, and nothing is there twice' : `${wrong.length} faults`)
    process.exitCode = wrong.length === 0 ? 0 : 1
  } else {
    const pooler = `postgres://127.0.0.1:${cluster.pooler.port}/pitlane`
    tell(
      `\nThe cluster is ready.\n  web admin   ${cluster.url}/\n  PostgreSQL  ${cluster.ownerUrl}\n  pooler      ${pooler}`,
    )
    tell(`  accounts    admin, hq, manager, cashier\n  password    ${DEMO_PASSWORD}\nStop it with Ctrl+C.\n`)
    await asked.promise
  }
} finally {
  await cluster?.stop()
  await rm(folder, { recursive: true, force: true })
}
