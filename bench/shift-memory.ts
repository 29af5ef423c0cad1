import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { ROOM } from '#tests/support/room.ts'
import { startTerminal } from '#tests/terminal/harness.ts'
import type { Bench } from './bench.ts'
import type { Outcome } from './report.ts'
import { openSite } from './site.ts'
import { someSession } from './start.ts'

/** A counter in the peak season: a ride per minute, and three member look-ups per two rides. */
const HOURS = 16
const STARTS_AN_HOUR = 60
const MEMBERS = ['100001', '100002', '100003']

/** Memory growth of a terminal's main process by the work of each hour of a long shift, online and offline. */
export async function shiftMemoryBenchmark({ folder, cluster, quick }: Bench): Promise<Outcome[]> {
  const site = await openSite(cluster, 'bench_shift')
  await site.owner.query(ROOM)
  const terminal = await startTerminal({ dir: join(folder, 'shift'), serverUrl: site.server.url })
  const { handlers, events, log } = terminal
  const starts = quick ? 10 : STARTS_AN_HOUR
  try {
    await terminal.online()
    await terminal.signIn()
    const fields = await someSession(terminal)
    const afterHours: number[] = []
    for (let hour = 0; hour < HOURS; hour++) {
      for (let number = 0; number < starts; number++) {
        if (number % 2 === 0) for (const id of MEMBERS) await handlers.members.find({ id })
        await handlers.starts.start(fields)
        await site.owner.query(`update run set state = 'ENDED', ended_at = now() where state = 'RUNNING'`)
      }
      // The harness's own records do not count.
      events.length = 0
      log.length = 0
      afterHours.push(megabytesHeld())
      // The second half of the shift is offline.
      if (hour !== HOURS / 2 - 1) continue
      await site.server.kill()
      await terminal.online(false)
    }
    const half = HOURS / 2
    return [
      {
        benchmark: 'shift-memory',
        title: `what a terminal's main process holds on to in a shift of ${HOURS} hours, ${starts} starts in each, half of them without the server`,
        unit: 'MB',
        subject: { name: 'its heap after the last four hours', figures: afterHours.slice(-4) },
        baselines: [
          { name: 'after the first four', figures: afterHours.slice(0, 4) },
          { name: 'before the server went', figures: afterHours.slice(half - 4, half) },
        ],
        notes: [`hour by hour: ${afterHours.map((megabytes) => megabytes.toFixed(1)).join(', ')} MB`],
      },
    ]
  } finally {
    await terminal.close()
    await site.close()
  }
}

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

function megabytesHeld(): number {
  collect()
  return process.memoryUsage().heapUsed / 2 ** 20
}
