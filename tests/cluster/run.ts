import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { DEMO_PASSWORD } from '#server/db/seed/access.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { failOver, type Loss } from './failover.ts'
import { measureCopies } from './figures.ts'
import { rollOver } from './rolling.ts'

// npm run cluster: all parts of a cluster on this machine until Ctrl+C. With `failover` it loses its primary in the middle of sales,
// with `rolling` its copies are restarted one after the other, and `figures` measures it with all copies, one less, and so on.
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    copies: { type: 'string', default: '3' },
    /** Of the proxy. */
    port: { type: 'string' },
    sales: { type: 'string', default: '500' },
    terminals: { type: 'string', default: '6' },
    loss: { type: 'string', default: 'kill' },
    /** Of browsers, and as many of terminals. */
    sockets: { type: 'string', default: '60' },
    /** How many seconds a copy drains before it stops. */
    drain: { type: 'string', default: '10' },
    /** The built server. */
    program: { type: 'string' },
  },
})
const [what = 'serve'] = positionals
if (!['serve', 'failover', 'rolling', 'figures'].includes(what) || !['kill', 'pause'].includes(values.loss)) {
  console.error(
    'usage: npm run cluster -- [failover|rolling|figures] [--copies 3] [--port 8080] [--sales 500] [--loss kill|pause]',
  )
  process.exit(1)
}
const isTrial = what !== 'serve'
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
    ...(isTrial && !values.port ? {} : { port: Number(values.port ?? 8080) }),
    ...program,
    ...(what === 'rolling' ? { env: { PITLANE_DRAIN_SECONDS: values.drain } } : {}),
    tell,
  })
  if (isTrial) {
    const options = { cluster, terminals: Number(values.terminals), tell }
    const sales = Number(values.sales)
    const trials: Record<string, () => Promise<string[]>> = {
      failover: () => failOver({ ...options, sales, loss: values.loss as Loss }),
      rolling: () => rollOver({ ...options, sockets: Number(values.sockets) }),
      figures: () => measureCopies({ ...options, sales }),
    }
    const wrong = await Promise.race([trials[what]?.() ?? [], asked.promise.then(() => ['it was broken off'])])
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
