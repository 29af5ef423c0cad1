import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export interface NetworkLink {
  url: string
  /** Breaks all connections and refuses new ones. */
  cut(): void
  mend(): void
  /** Drops the next response; resolves when the server has begun to send it. */
  loseAnswer(path: string): Promise<void>
  close(): Promise<void>
}

/** The network connection between a counter and its server. */
export async function createLink(toPort: number): Promise<NetworkLink> {
  const sockets = new Set<Socket>()
  let isCut = false
  let lost: { path: string; answered: () => void } | null = null

  const server = createServer((near) => {
    if (isCut) return void near.destroy()
    const far = connect(toPort, '127.0.0.1')
    let isLosing: typeof lost = null
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
    near.on('data', (bytes) => {
      if (lost && bytes.includes(lost.path)) {
        isLosing = lost
        lost = null
      }
      far.write(bytes)
    })
    far.on('data', (bytes) => {
      if (!isLosing) return void near.write(bytes)
      isLosing.answered()
      isLosing = null
      near.destroy()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const breakAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: `http://127.0.0.1:${port}`,
    cut() {
      isCut = true
      breakAll()
    },
    mend() {
      isCut = false
    },
    loseAnswer: (path) =>
      new Promise((answered) => {
        lost = { path, answered }
      }),
    async close() {
      server.close()
      breakAll()
      await once(server, 'close')
    },
  }
}
