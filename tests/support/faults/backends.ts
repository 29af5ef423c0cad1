import { connect, type Socket } from 'node:net'
import { query, READY, readMessages } from '#tests/support/postgres/postgres-messages.ts'

/** A connection to PostgreSQL that outlives the client whose startup message opened it. */
export interface Backend {
  /** Sends the messages of one statement up to its end. */
  ask(statement: Buffer): void
  /** Sends a message of the sign-in. */
  say(message: Buffer): void
  /** The client is gone: its transaction is rolled back, and the next client with the same startup message continues here. */
  leave(): void
}

/** The client of a backend. */
export interface Client {
  /** Receives PostgreSQL's messages, and whether it is ready for the next statement. */
  hear(message: Buffer, isReady: boolean): void
  /** The backend ended by itself. */
  ended(): void
}

/**
 * Resets a client's state in the order in which PostgreSQL ends a connection. The plans of functions stay: planning them again
 * for each connection that a test cuts takes a hundred times as long as the test's statements.
 */
const FORGET = [
  'rollback',
  'close all; unlisten *; deallocate all; reset role; reset all; discard temp; discard sequences; select pg_advisory_unlock_all()',
].map(query)

interface Kept extends Backend {
  socket: Socket
  client: Client | null
  /** PostgreSQL's messages to a client that has signed in. */
  greeting: Buffer
}

/** Connections to PostgreSQL that are reused when their client is gone, each for clients with the same startup message. */
export function backendsAt(port: number, host: string) {
  const idle = new Map<string, Kept[]>()
  const all = new Set<Socket>()
  /** Backends whose transaction is being rolled back, because their client is gone. */
  const leaving = new Set<Kept>()
  let whenRolledBack: (() => void)[] = []
  const hasLeft = (kept: Kept) => {
    if (!leaving.delete(kept) || leaving.size > 0) return
    for (const resolve of whenRolledBack) resolve()
    whenRolledBack = []
  }

  function open(client: Client, startup: Buffer): Kept {
    const words = startup.toString('latin1')
    const socket = connect(port, host).setNoDelay(true)
    all.add(socket)
    let asked = 0
    // PostgreSQL reports that it is ready once before any statement.
    let answered = -1
    const isIdle = () => kept.client === null && answered === asked
    const kept: Kept = {
      socket,
      client,
      greeting: Buffer.alloc(0),
      ask(statement) {
        asked++
        socket.write(statement)
      },
      say: (message) => void socket.write(message),
      leave() {
        kept.client = null
        if (answered < 0 || socket.destroyed) return void socket.destroy()
        leaving.add(kept)
        for (const statement of FORGET) kept.ask(statement)
      },
    }
    const hear = readMessages(true, (type, message) => {
      // Messages before its request for the password, which only the first client gets.
      const isSignedIn = kept.greeting.length > 0 || (type === 'R' && message.readInt32BE(5) === 0)
      if (answered < 0 && isSignedIn) kept.greeting = Buffer.concat([kept.greeting, message])
      if (type === READY) answered++
      kept.client?.hear(message, type === READY)
      if (type !== READY || !isIdle()) return
      idle.set(words, [...(idle.get(words) ?? []), kept])
      hasLeft(kept)
    })
    socket
      .on('data', hear)
      .on('error', () => socket.destroy())
      .on('close', () => {
        all.delete(socket)
        hasLeft(kept)
        idle.set(
          words,
          (idle.get(words) ?? []).filter((one) => one !== kept),
        )
        kept.client?.ended()
      })
    socket.write(startup)
    return kept
  }

  return {
    /** A backend for a client with this startup message: a free one that had the same, or a new one. */
    take(client: Client, startup: Buffer): Backend {
      const kept = idle.get(startup.toString('latin1'))?.pop()
      if (!kept) return open(client, startup)
      kept.client = client
      client.hear(kept.greeting, true)
      return kept
    },
    /** Resolves when the transactions of all clients that are gone have been rolled back. */
    rolledBack(): Promise<void> {
      return leaving.size === 0 ? Promise.resolve() : new Promise((resolve) => whenRolledBack.push(resolve))
    },
    close() {
      for (const socket of all) socket.destroy()
    },
  }
}
