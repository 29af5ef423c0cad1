import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

const CHECK_MS = 50

/** A TCP proxy that gives each new connection to the next of the servers whose `/readyz` says that they are ready, as HAProxy does. */
export async function readyProxy(targets: Set<string>) {
  let ready: string[] = []
  let turn = 0
  let isClosed = false
  const sockets = new Set<Socket>()
  const check = async (): Promise<void> => {
    const asked = await Promise.all(
      [...targets].map(async (url) => {
        const response = await fetch(`${url}/readyz`, { headers: { connection: 'close' } }).catch(() => null)
        return response?.ok ? [url] : []
      }),
    )
    ready = asked.flat()
    if (!isClosed) setTimeout(() => void check(), CHECK_MS)
  }
  await check()
  const server = createServer((near) => {
    const target = ready[turn++ % ready.length]
    if (target === undefined) return near.destroy()
    const far = connect(Number(new URL(target).port), '127.0.0.1')
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The servers that get connections at the moment. */
    ready: () => ready,
    close() {
      isClosed = true
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
