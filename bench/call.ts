import { join } from 'node:path'
import { consume } from '#shared/features/sessions/consume.contract.ts'
import { signIn } from '#shared/features/sign-in/sign-in.contract.ts'
import type { Bench } from './bench.ts'
import { encode, HttpConnection } from './http-connection.ts'
import { startProgram } from './processes.ts'
import { type Outcome, seriesOf } from './report.ts'
import { openSite } from './site.ts'
import type { Round } from './stats.ts'

const CONNECTIONS = 16
const ITEMS = `/api${signIn.dictItems.path.replace(':code', 'run_mode')}`

/** A signed-in call that the server answers from its cache, against bare Fastify with the same answer. */
export async function callBenchmark({ cluster, loader, rounds, quick }: Bench): Promise<Outcome[]> {
  const site = await openSite(cluster, 'bench_call')
  try {
    const { headers } = await site.signIn('cashier')
    const items = { method: 'GET', path: ITEMS, headers } as const
    const store = { ...items, path: `/api${consume.getDepartInfo.path}` }
    const connection = await HttpConnection.open(site.server.url)
    const { body, head } = await connection.send(encode(items))
    connection.close()
    if (!head.startsWith('HTTP/1.1 200')) throw new Error(`${head}\n${body}`)
    const bare = await startProgram({
      script: join(import.meta.dirname, 'bare-fastify.server.ts'),
      args: [ITEMS, body],
      readyPath: ITEMS,
    })
    try {
      const done: Record<'call' | 'bare' | 'store', Round[]> = { call: [], bare: [], store: [] }
      for (let round = -1; round < rounds; round++) {
        const ms = quick ? 500 : 2000
        const jobs = {
          call: { url: site.server.url, request: items },
          bare: { url: bare.url, request: items },
          store: { url: site.server.url, request: store },
        }
        for (const name of ['call', 'bare', 'store'] as const) {
          const measured = await loader.run({ kind: 'request', connections: CONNECTIONS, ms, ...jobs[name] })
          if (round >= 0) done[name].push(measured)
        }
      }
      return [
        {
          benchmark: 'call',
          title: `getDictItems, signed in, answered from memory, ${CONNECTIONS} connections, ${rounds} rounds`,
          unit: '/s',
          subject: seriesOf('GET getDictItems', done.call, '/s'),
          baselines: [seriesOf(`bare Fastify, the same ${body.length} bytes`, done.bare, '/s')],
        },
        {
          benchmark: 'call',
          title: `getDepartInfo, which reads the store and counts its open orders, ${CONNECTIONS} connections, ${rounds} rounds`,
          unit: '/s',
          subject: seriesOf('GET getDepartInfo', done.store, '/s'),
          baselines: [seriesOf('bare Fastify', done.bare, '/s')],
        },
      ]
    } finally {
      await bare.stop()
    }
  } finally {
    await site.close()
  }
}
