import pg from 'pg'
import { type BoxesJob, runBoxes } from './boxes.ts'
import { type ChargeOrder, chargeByStatements } from './charge-statements.ts'
import { encode, HttpConnection, type RawRequest } from './http-connection.ts'
import { type Round, roundOf } from './stats.ts'
import { runTerminals, type TerminalsJob } from './terminals.ts'

/** One statement of a conversation with PostgreSQL; a name makes it a prepared one. */
export interface Statement {
  name?: string
  text: string
  values?: unknown[]
}

/** The work of the load generator in one round: lists of items are done once each, single items repeatedly for a time. */
export type Job =
  | { kind: 'requests'; url: string; connections: number; requests: RawRequest[] }
  | { kind: 'request'; url: string; connections: number; request: RawRequest; ms: number }
  | { kind: 'statements'; url: string; connections: number; statements: Statement[] }
  | { kind: 'conversation'; url: string; connections: number; conversation: Statement[]; ms: number }
  | { kind: 'conversations'; url: string; connections: number; conversations: Statement[][] }
  | TerminalsJob
  | BoxesJob
  | { kind: 'charges'; url: string; connections: number; orders: ChargeOrder[] }

export type Answer = { round: Round } | { failure: string }

type Worker<T> = (item: T) => Promise<void>

/** Every worker takes the next item as soon as its previous one is done. */
async function drive<T>(workers: readonly Worker<T>[], items: Iterator<T>): Promise<Round> {
  const latencies: number[] = []
  const began = performance.now()
  await Promise.all(
    workers.map(async (work) => {
      for (let next = items.next(); !next.done; next = items.next()) {
        const sent = performance.now()
        await work(next.value)
        latencies.push(performance.now() - sent)
      }
    }),
  )
  return roundOf(performance.now() - began, latencies)
}

function* again<T>(item: T, ms: number): Generator<T> {
  const end = performance.now() + ms
  while (performance.now() < end) yield item
}

async function overHttp(url: string, connections: number, items: Iterator<Buffer>): Promise<Round> {
  const open = await Promise.all(Array.from({ length: connections }, () => HttpConnection.open(url)))
  const workers = open.map((connection) => async (request: Buffer) => {
    const { status, body } = await connection.send(request)
    if (status !== 200 || body.startsWith('{"success":false')) throw new Error(`${status} ${body.slice(0, 500)}`)
  })
  try {
    return await drive(workers, items)
  } finally {
    for (const connection of open) connection.close()
  }
}

interface Database<T> {
  url: string
  connections: number
  items: Iterator<T>
  work: (client: pg.Client, item: T) => Promise<void>
}

const opened = new Map<string, Promise<pg.Client[]>>()

/** The same connections in every round, as in a server's pool, so that prepared statements remain. */
function clientsOf(url: string, connections: number): Promise<pg.Client[]> {
  const key = `${connections} ${url}`
  const known = opened.get(key)
  if (known) return known
  const clients = Array.from({ length: connections }, () => {
    const client = new pg.Client({ connectionString: url })
    // The database is dropped at the end of a benchmark, while they are open.
    client.on('error', () => undefined)
    return client
  })
  const ready = Promise.all(clients.map((client) => client.connect())).then(() => clients)
  opened.set(key, ready)
  return ready
}

async function onDatabase<T>({ url, connections, items, work }: Database<T>): Promise<Round> {
  const clients = await clientsOf(url, connections)
  return drive(
    clients.map((client) => (item: T) => work(client, item)),
    items,
  )
}

async function converse(client: pg.Client, conversation: readonly Statement[]): Promise<void> {
  for (const statement of conversation) await client.query(statement)
}

function run(job: Job): Promise<Round> {
  switch (job.kind) {
    case 'requests':
      return overHttp(job.url, job.connections, job.requests.map(encode).values())
    case 'request':
      return overHttp(job.url, job.connections, again(encode(job.request), job.ms))
    case 'statements':
      return onDatabase({ ...job, items: job.statements.values(), work: (client, one) => converse(client, [one]) })
    case 'conversation':
      return onDatabase({ ...job, items: again(job.conversation, job.ms), work: converse })
    case 'conversations':
      return onDatabase({ ...job, items: job.conversations.values(), work: converse })
    case 'terminals':
      return runTerminals(job)
    case 'boxes':
      return runBoxes(job)
    case 'charges':
      return onDatabase({ ...job, items: job.orders.values(), work: chargeByStatements })
  }
}

// A separate process, which receives one job after the other from the benchmarks.
process.on('message', (job: Job) => {
  run(job).then(
    (round) => process.send?.({ round } satisfies Answer),
    (error: unknown) => process.send?.({ failure: String(error) } satisfies Answer),
  )
})
process.on('disconnect', () => process.exit(0))
