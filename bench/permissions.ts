import { signIn } from '#shared/features/sign-in/sign-in.contract.ts'
import type { Bench } from './bench.ts'
import { startRecorder } from './recorder.ts'
import { type Outcome, seriesOf } from './report.ts'
import { openSite, settle } from './site.ts'
import type { Round } from './stats.ts'

const CONNECTIONS = 16
const path = `/api${signIn.permissions.path}`

/** Menu and rights of a signed-in user, loaded at every start of the web admin, against their bare SQL. */
export async function permissionsBenchmark({ cluster, loader, rounds, quick }: Bench): Promise<Outcome[]> {
  const site = await openSite(cluster, 'bench_permissions')
  const recorder = await startRecorder(site.appUrl)
  try {
    await settle(site.owner)
    const { headers } = await site.signIn('manager')
    const request = { method: 'GET', path, headers } as const
    // Twice, because the first request also fills caches.
    await recorder.statementsOf(request)
    const own = await recorder.statementsOf(request)
    const jobs = {
      http: { kind: 'request', url: site.server.url, request },
      own: { kind: 'conversation', url: site.appUrl, conversation: own },
    } as const
    const done: Record<keyof typeof jobs, Round[]> = { http: [], own: [] }
    for (let round = -1; round < rounds; round++) {
      for (const name of ['http', 'own'] as const) {
        const ms = round < 0 || quick ? 500 : 2000
        const measured = await loader.run({ ...jobs[name], connections: CONNECTIONS, ms })
        if (round >= 0) done[name].push(measured)
      }
    }
    return [
      {
        benchmark: 'permissions',
        title: `getUserPermissionByToken of a manager, ${CONNECTIONS} connections, ${rounds} rounds`,
        unit: '/s',
        subject: seriesOf('GET getUserPermissionByToken', done.http, '/s'),
        baselines: [seriesOf(`its own SQL (${own.length}) sent by pg`, done.own, '/s')],
      },
    ]
  } finally {
    await recorder.stop()
    await site.close()
  }
}
