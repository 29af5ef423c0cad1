import { setTimeout as delay } from 'node:timers/promises'
import { encode, HttpConnection, type RawRequest } from './http-connection.ts'
import { type Round, roundOf } from './stats.ts'

/** Terminals, each with a socket and a connection, that send their share of the requests at a steady rate. */
export interface TerminalsJob {
  kind: 'terminals'
  url: string
  terminals: number
  everyMs: number
  /** The same number for each terminal. */
  requests: RawRequest[]
  socket: { path: string; token: string }
}

interface Terminal {
  connection: HttpConnection
  socket: WebSocket
  pushes: number
}

/** Times are measured from when a request was due, so that waiting for the previous one is included. */
export async function runTerminals({ url, terminals, everyMs, requests, socket }: TerminalsJob): Promise<Round> {
  const open = await Promise.all(Array.from({ length: terminals }, () => openTerminal(url, socket)))
  try {
    const latencies: number[] = []
    const began = performance.now()
    await Promise.all(
      open.map(async ({ connection }, place) => {
        const own = requests.filter((_, index) => index % terminals === place).map(encode)
        for (const [turn, request] of own.entries()) {
          const due = began + (turn + place / terminals) * everyMs
          await delay(Math.max(0, due - performance.now()))
          const { status, body } = await connection.send(request)
          if (status !== 200 || body.startsWith('{"success":false')) throw new Error(`${status} ${body.slice(0, 500)}`)
          latencies.push(performance.now() - due)
        }
      }),
    )
    const round = roundOf(performance.now() - began, latencies)
    return { ...round, pushes: Math.min(...open.map(({ pushes }) => pushes)) }
  } finally {
    for (const { connection, socket: one } of open) {
      connection.close()
      one.close()
    }
  }
}

async function openTerminal(url: string, { path, token }: TerminalsJob['socket']): Promise<Terminal> {
  const connection = await HttpConnection.open(url)
  const socket = new WebSocket(`${url.replace('http', 'ws')}${path}`, ['pitlane', token])
  const terminal: Terminal = { connection, socket, pushes: 0 }
  socket.addEventListener('message', () => {
    terminal.pushes++
  })
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', () => reject(new Error('a terminal has got no socket')))
  })
  return terminal
}
