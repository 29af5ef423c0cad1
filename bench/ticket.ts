import { connect } from 'node:net'
import { join } from 'node:path'
import { newId } from '#shared/core/id.ts'
import type { StartFields } from '#shared/features/sessions/play-before-pay.contract.ts'
import type { StartOutcome } from '#shared/ipc/contract.ts'
import { type PrinterSink, startPrinterSink } from '#tests/support/escpos/index.ts'
import { ROOM } from '#tests/support/room.ts'
import { startTerminal } from '#tests/terminal/harness.ts'
import type { Bench } from './bench.ts'
import { type Outcome, seriesOf } from './report.ts'
import { openSite, type Site } from './site.ts'
import { bytesOfAStart, openBare, someSession, timed } from './start.ts'
import type { Round } from './stats.ts'

/** Starts of the browser in this benchmark must not print at the terminal's printer. */
const NO_PRINTER = 'bench'

/** From the press of the button until the printer has the last byte of the ticket, online and offline. */
export async function ticketBenchmark({ folder, cluster, rounds, quick }: Bench): Promise<Outcome[]> {
  const site = await openSite(cluster, 'bench_ticket')
  await site.owner.query(ROOM)
  const sink = await startPrinterSink()
  const printer = { transport: 'tcp', address: sink.host, port: sink.port } as const
  const settings = { printer } as never
  const terminal = await startTerminal({ dir: join(folder, 'ticket'), serverUrl: site.server.url, settings })
  const raw = openBare(join(folder, 'ticket-raw.db'))
  try {
    await terminal.online()
    await terminal.signIn()
    const fields = await someSession(terminal)
    const printed = async (work: () => Promise<unknown>): Promise<void> => {
      const papers = sink.jobs.length
      await work()
      await sink.until(() => sink.jobs.length > papers)
    }
    const start = (state: StartOutcome['state']) => async () => {
      const outcome = await terminal.handlers.starts.start(fields)
      if (outcome.state !== state) throw new Error(`a start was ${outcome.state} instead of ${state}`)
    }
    const freeVehicles = () =>
      site.owner.query(`update run set state = 'ENDED', ended_at = now() where state = 'RUNNING'`)
    const before = sink.raw().length
    await printed(start('online'))
    const paper = sink.raw().subarray(before)
    const print = () => printed(() => sendBytes(sink, paper))
    const ask = await bareStart(site, fields)

    const count = quick ? 10 : 40
    const there: Round[] = []
    const bare: Round[] = []
    for (let round = -1; round < rounds; round++) {
      const trips = async () => {
        await ask()
        await print()
      }
      const baseline = await timed(count, trips, freeVehicles)
      const measured = await timed(count, () => printed(start('online')), freeVehicles)
      if (round < 0) continue
      bare.push(baseline)
      there.push(measured)
    }
    await freeVehicles()
    await site.server.kill()
    await terminal.online(false)
    const body = Buffer.alloc(bytesOfAStart(join(folder, 'ticket', 'terminal.db')), 1)
    const keep = raw.prepare('insert into entry (body) values (?)')
    const away: Round[] = []
    const bareAway: Round[] = []
    for (let round = -1; round < rounds; round++) {
      const baseline = await timed(count, async () => {
        keep.run(body)
        await print()
      })
      const measured = await timed(count, () => printed(start('offline')))
      if (round < 0) continue
      bareAway.push(baseline)
      away.push(measured)
    }
    const rates = { benchmark: 'ticket', unit: 'ms' } as const
    const notes = [`${paper.length} bytes of a ticket and the printer's questions of state`]
    return [
      {
        ...rates,
        title: `${count} starts until the last byte of their tickets, with the server there, ${rounds} rounds`,
        subject: seriesOf('start at the terminal and its ticket', there, 'ms'),
        baselines: [seriesOf('the same call by bare HTTP, then the same bytes to the printer', bare, 'ms')],
        notes,
      },
      {
        ...rates,
        title: `${count} starts until the last byte of their tickets, without the server, ${rounds} rounds`,
        subject: seriesOf('start at the terminal and its ticket', away, 'ms'),
        baselines: [
          seriesOf(
            'a bare SQLite insert of as much, WAL, synchronous FULL, then the same bytes to the printer',
            bareAway,
            'ms',
          ),
        ],
        notes,
      },
    ]
  } finally {
    raw.close()
    await terminal.close()
    await sink.close()
    await site.close()
  }
}

/** The terminal's call, made by a client without an outbox. */
async function bareStart({ server, signIn }: Site, fields: StartFields): Promise<() => Promise<void>> {
  const { headers } = await signIn('cashier')
  return async () => {
    const key = newId()
    const response = await fetch(`${server.url}/api/playbeforepay/sysPlayBeforePay/add`, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json', 'Idempotency-Key': key },
      body: JSON.stringify({ ...fields, printId: NO_PRINTER }),
    })
    const answer = (await response.json()) as { success: boolean; message: string }
    if (!answer.success) throw new Error(`a bare start was refused: ${answer.message}`)
  }
}

const sendBytes = ({ host, port }: PrinterSink, bytes: Buffer): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, host, () => socket.end(bytes))
    socket.on('error', reject).on('data', () => undefined)
    socket.on('close', () => resolve())
  })
