import type { AddressInfo } from 'node:net'
import { createServer, connect as reach, type Socket } from 'node:net'

/** A way to a server for one client, which sees when the client's WebSocket opens and closes. */
export interface WatchedWay {
  url: string
  readonly isOpen: boolean
  /** For how long the WebSocket was away, each time that it came back, in ms. */
  readonly gaps: readonly number[]
  close(): void
}

const SWITCHED = 'HTTP/1.1 101'

export async function watchedWay(target: string): Promise<WatchedWay> {
  const { hostname, port } = new URL(target)
  const gaps: number[] = []
  const sockets = new Set<Socket>()
  let isOpen = false
  let lostAt: number | undefined
  const server = createServer((client) => {
    const there = reach(Number(port), hostname)
    let isWebSocket = false
    const end = (): void => {
      client.destroy()
      there.destroy()
      if (!isWebSocket) return
      isWebSocket = false
      isOpen = false
      lostAt = performance.now()
    }
    for (const socket of [client, there]) {
      sockets.add(socket)
      socket.on('error', end).on('close', () => {
        sockets.delete(socket)
        end()
      })
    }
    there.once('data', (answer: Buffer) => {
      if (!answer.toString('latin1', 0, SWITCHED.length).startsWith(SWITCHED)) return
      isWebSocket = true
      isOpen = true
      if (lostAt !== undefined) gaps.push(performance.now() - lostAt)
    })
    client.pipe(there).pipe(client)
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get isOpen() {
      return isOpen
    },
    gaps,
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
