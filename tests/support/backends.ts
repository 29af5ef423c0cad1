import { connect, type Socket } from 'node:net'
import { query, READY, readMessages } from './postgres-messages.ts'

/** A connection to PostgreSQL that outlives the client whose words it was opened with. */
export interface Backend {
  /** Sends what ends one statement, with all that belongs to it. */
  ask(statement: Buffer): void
  /** Sends what is part of signing in. */
  say(message: Buffer): void
  /** The client is gone: what it had open is taken back, and the next one with the same words goes on here. */
  leave(): void
}

/** Who uses a backend. */
export interface Client {
  /** Hears what PostgreSQL says, and whether it is ready for the next statement then. */
  hear(message: Buffer, isReady: boolean): void
  /** The backend ended by itself. */
  ended(): void
}

/**
 * What is left of a client, in PostgreSQL's own order of a connection's end. The plans of functions stay: to make them anew for each
 * connection that a test cuts takes a hundred times as long as what it does there.
 */
const FORGET = [
  'rollback',
  'close all; unlisten *; deallocate all; reset role; reset all; discard temp; discard sequences; select pg_advisory_unlock_all()',
].map(query)

interface Kept extends Backend {
  socket: Socket
  client: Client | null
  /** What PostgreSQL says to one who has signed in. */
  greeting: Buffer
}

/** Connections to a PostgreSQL that are used again when their client has gone, each for clients that begin with the same words. */
export function backendsAt(port: number, host: string) {
  const idle = new Map<string, Kept[]>()
  const all = new Set<Socket>()

  function open(client: Client, startup: Buffer): Kept {
    const words = startup.toString('latin1')
    const socket = connect(port, host).setNoDelay(true)
    all.add(socket)
    let asked = 0
    // PostgreSQL says that it is ready once before anything was asked.
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
        if (answered < 0) return void socket.destroy()
        for (const statement of FORGET) kept.ask(statement)
      },
    }
    const hear = readMessages(true, (type, message) => {
      // What comes before it asks for the password, which only the first client is asked for.
      const isSignedIn = kept.greeting.length > 0 || (type === 'R' && message.readInt32BE(5) === 0)
      if (answered < 0 && isSignedIn) kept.greeting = Buffer.concat([kept.greeting, message])
      if (type === READY) answered++
      kept.client?.hear(message, type === READY)
      if (type === READY && isIdle()) idle.set(words, [...(idle.get(words) ?? []), kept])
    })
    socket
      .on('data', hear)
      .on('error', () => socket.destroy())
      .on('close', () => {
        all.delete(socket)
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
    /** A backend for a client that begins with these words: one that is free and has heard them before, or a new one. */
    take(client: Client, startup: Buffer): Backend {
      const kept = idle.get(startup.toString('latin1'))?.pop()
      if (!kept) return open(client, startup)
      kept.client = client
      client.hear(kept.greeting, true)
      return kept
    },
    close() {
      for (const socket of all) socket.destroy()
    },
  }
}
