import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export interface HoldingWay {
  /** Host and port. */
  address: string
  /** Lets nothing through for now, and loses nothing. */
  hold(): void
  /** What was held goes on, in its order. */
  release(): void
  close(): void
}

/** A way to a port of this computer on which everything can be made to wait. */
export async function holdingWay(port: number): Promise<HoldingWay> {
  const sockets = new Set<Socket>()
  let isHeld = false
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1')
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one
        .on('data', (data) => other.write(data))
        .on('error', () => undefined)
        .on('close', () => other.destroy() && sockets.delete(one))
      if (isHeld) one.pause()
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    address: `127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    hold() {
      isHeld = true
      for (const socket of sockets) socket.pause()
    },
    release() {
      isHeld = false
      for (const socket of sockets) socket.resume()
    },
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
