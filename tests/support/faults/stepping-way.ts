import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { readMessages } from '#tests/support/postgres/postgres-messages.ts'
import { type Backend, backendsAt } from './backends.ts'

/** Where a statement is cut: before PostgreSQL receives it, or when it is done and its answer is on the way. */
export type Edge = 'unsent' | 'unanswered'

export interface SteppingWay {
  url: string
  /** From now on the n-th statement (from 1) is cut once with its connection, or with all connections; everything else passes. */
  cutAt(statement: number, edge: Edge, what?: 'one' | 'all'): void
  /** Cancels that, and returns whether anything was cut. */
  disarm(): boolean
  /** How many statements have passed since the last `cutAt`. */
  passed(): number
  /** Resolves when PostgreSQL has rolled back what was cut; until then its rows are locked. */
  rolledBack(): Promise<void>
  close(): void
}

/** The messages of a statement in PostgreSQL's protocol: it ends with a simple query (Q) or with Sync (S). */
const PARTS = new Set(['P', 'B', 'D', 'E', 'C'])
const ENDS = new Set(['Q', 'S'])
const FAREWELL = 'X'

/**
 * A proxy to PostgreSQL that can die between any two statements. PostgreSQL sees what it sees when the server is killed there:
 * open transactions are rolled back. Its own connections to PostgreSQL are reused for the next client.
 */
export async function steppingWay(url: string): Promise<SteppingWay> {
  const { hostname, port } = new URL(url)
  const backends = backendsAt(Number(port), hostname)
  /** The clients' connections, each with what cuts it. */
  const clients = new Map<Socket, () => void>()
  let left = 0
  let passed = 0
  let edge: Edge = 'unsent'
  let takesAll = false
  let wasCut = false

  const server = createServer((near) => {
    let backend: Backend | undefined
    const end = () => {
      if (!clients.delete(near)) return
      near.destroy()
      backend?.leave()
    }
    clients.set(near.setNoDelay(true), end)
    const cut = () => {
      if (takesAll) for (const endClient of [...clients.values()]) endClient()
      end()
    }
    let sent = 0
    // PostgreSQL reports that it is ready once before any statement.
    let answered = -1
    let lost: number | undefined
    let parts: Buffer[] = []
    /** The messages of an answer are forwarded together, in order. */
    const write = (message: Buffer) => {
      if (near.writableCorked === 0) {
        near.cork()
        process.nextTick(() => near.uncork())
      }
      near.write(message)
    }
    const hear = (message: Buffer, isReady: boolean) => {
      if (lost === undefined || answered + 1 < lost) write(message)
      if (!isReady) return
      answered++
      if (answered === lost) cut()
    }
    const toServer = readMessages(false, (type, message) => {
      if (!clients.has(near)) return
      if (!backend) {
        backend = backends.take({ hear, ended: () => near.destroy() }, message)
        return
      }
      if (type === FAREWELL) return
      if (PARTS.has(type)) {
        parts.push(message)
        return
      }
      if (!ENDS.has(type)) return backend.say(message)
      if (left > 0 && --left === 0) {
        wasCut = true
        if (edge === 'unsent') return cut()
        lost = sent + 1
      }
      sent++
      passed++
      backend.ask(Buffer.concat([...parts, message]))
      parts = []
    })
    near
      .on('data', toServer)
      .on('error', () => near.destroy())
      .on('close', end)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const own = typeof address === 'object' ? (address?.port ?? 0) : 0
  return {
    url: Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(own) }).href,
    cutAt(statement, at, what = 'one') {
      left = statement
      passed = 0
      edge = at
      takesAll = what === 'all'
      wasCut = false
    },
    disarm() {
      left = 0
      return wasCut
    },
    passed: () => passed,
    rolledBack: () => backends.rolledBack(),
    close() {
      server.close()
      for (const client of clients.keys()) client.destroy()
      backends.close()
    },
  }
}
