import type pg from 'pg'
import { readConfig } from '#server/config.ts'
import { createLogger } from '#server/core/log.ts'
import { startServer } from '#server/server.ts'
import { encode, HttpConnection, type RawRequest } from './http-connection.ts'
import type { Statement } from './load.ts'

/** Records the statements that the server sends to PostgreSQL for a request. */
export interface Recorder {
  /** Sends a request and returns the statements of its answer; caches have been filled before. */
  statementsOf(request: RawRequest): Promise<Statement[]>
  stop(): Promise<void>
}

/** A copy of the server in this process, so that a baseline always has the product's own statements. */
export async function startRecorder(appUrl: string): Promise<Recorder> {
  const server = await startServer({
    config: readConfig({
      PORT: '0',
      PITLANE_DATABASE_CONNECTIONS: '2',
      PITLANE_LIST_CONNECTIONS: '2',
      PITLANE_JOBS: '0',
    }),
    login: { poolUrl: appUrl, directUrl: appUrl },
    log: createLogger('silent'),
  })
  let recorded: Statement[] = []
  const takeDown = (client: pg.PoolClient) => {
    const { query } = client
    const listen = (...given: unknown[]) => {
      const [asked, values] = given
      const { name, text, values: own } = typeof asked === 'string' ? { text: asked } : (asked as Statement)
      const all = Array.isArray(values) ? values : own
      recorded.push({ text, ...(name ? { name } : {}), ...(all ? { values: [...all] } : {}) })
      return Reflect.apply(query, client, given)
    }
    Object.assign(client, { query: listen })
  }
  const listenedTo = new WeakSet<pg.PoolClient>()
  for (const pool of [server.deps.db.pool, server.deps.db.listPool]) {
    pool.on('acquire', (client) => {
      if (!listenedTo.has(client)) takeDown(client)
      listenedTo.add(client)
    })
  }
  const connection = await HttpConnection.open(server.url)
  return {
    async statementsOf(request) {
      recorded = []
      const { status, body } = await connection.send(encode(request))
      if (status !== 200 || !body.startsWith('{"success":true')) throw new Error(`${status} ${body.slice(0, 500)}`)
      return recorded.filter(({ name }) => name !== 'notify')
    },
    async stop() {
      connection.close()
      await server.stop()
    },
  }
}
