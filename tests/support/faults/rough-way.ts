import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Chance } from '#tests/walks/random.ts'

export interface RoughWay {
  url: string
  /** From now on calls arrive twice, late, out of order or not at all, and answers are lost; or everything passes again. */
  rough(isRough: boolean): void
  close(): void
}

/** Longer than a counter waits for a start, so that an abandoned call arrives after its successor. */
const LATEST_MS = 4000
const SHARES = { twice: 0.15, late: 0.15, lost: 0.1, unanswered: 0.1, badGateway: 0.1 }

/**
 * A proxy to a server that treats calls like bad networks and proxies do; sockets pass unchanged. `shares` replaces how often
 * each fault happens.
 */
export async function roughWay(url: string, chance: Chance, shares: Partial<typeof SHARES> = {}): Promise<RoughWay> {
  const { hostname, port } = new URL(url)
  const sockets = new Set<Socket>()
  let isRough = false

  /** Forwards a call and returns the server's answer; null when there is none. */
  const carry = ({ method, url: path, headers }: IncomingMessage, body: Buffer) =>
    new Promise<{ status: number; headers: IncomingMessage['headers']; body: Buffer } | null>((resolve) => {
      const call = request({ host: hostname, port, method, path, headers, agent: false }, (answer) => {
        const parts: Buffer[] = []
        answer
          .on('data', (part: Buffer) => parts.push(part))
          .on('end', () =>
            resolve({ status: answer.statusCode ?? 502, headers: answer.headers, body: Buffer.concat(parts) }),
          )
          .on('error', () => resolve(null))
      })
      call.on('error', () => resolve(null)).end(body)
    })

  async function pass(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const parts: Buffer[] = []
    for await (const part of asked) parts.push(part as Buffer)
    const body = Buffer.concat(parts)
    const meets = (what: keyof typeof SHARES): boolean => isRough && chance.happens(shares[what] ?? SHARES[what])
    if (meets('lost')) return void answer.destroy()
    if (meets('badGateway')) return void answer.writeHead(502, { 'content-type': 'text/html' }).end('<h1>502</h1>')
    if (meets('late')) await pause(chance.below(LATEST_MS))
    if (meets('twice')) void pause(chance.below(300)).then(() => carry(asked, body))
    const response = await carry(asked, body)
    if (!response || meets('unanswered')) return void answer.destroy()
    const { 'transfer-encoding': _, ...headers } = response.headers
    answer.writeHead(response.status, headers).end(response.body)
  }

  const server = createServer((asked, answer) => void pass(asked, answer).catch(() => answer.destroy()))
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.on('upgrade', (asked: IncomingMessage, near: Socket, head: Buffer) => {
    const far = connect(Number(port), hostname)
    const lines = [`${asked.method} ${asked.url} HTTP/1.1`]
    for (let at = 0; at < asked.rawHeaders.length; at += 2)
      lines.push(`${asked.rawHeaders[at]}: ${asked.rawHeaders[at + 1]}`)
    far.write(`${lines.join('\r\n')}\r\n\r\n`)
    far.write(head)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const)
      one
        .on('error', () => undefined)
        .on('close', () => other.destroy())
        .pipe(other)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    rough(next) {
      isRough = next
    },
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
