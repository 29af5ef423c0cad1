import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { freePort } from '#tests/support/free-port.ts'

export interface Cuttable {
  url: string
  /** Resets all connections and refuses new ones, as when the process behind has died. */
  cut(): void
  /** Accepts connections again, at the same address. */
  mend(): Promise<void>
  /** Leaves the connections open and forwards nothing, as when a cable is unplugged. */
  silence(): void
  /** Holds all data back for now, and forwards it in order when released. */
  hold(): void
  release(): void
  close(): void
}

/** A proxy to a server that can be cut, silenced and restored. */
export async function cuttable(url: string): Promise<Cuttable> {
  const { hostname, port } = new URL(url)
  const sockets = new Set<Socket>()
  const listen = async (at: number): Promise<Server> => {
    const server = createServer((near) => {
      const far = connect(Number(port), hostname)
      const pairs: [Socket, Socket][] = [
        [near, far],
        [far, near],
      ]
      for (const [one, other] of pairs) {
        sockets.add(one)
        one.on('error', () => undefined).on('close', () => other.destroy())
        one.pipe(other)
      }
    }).listen(at, '127.0.0.1')
    await once(server, 'listening')
    return server
  }
  const own = await freePort()
  let server = await listen(own)
  const cut = () => {
    server.close()
    for (const socket of sockets) socket.destroy()
    sockets.clear()
  }
  return {
    url: Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(own) }).href,
    cut,
    mend: async () => {
      server = await listen(own)
    },
    silence: () => {
      for (const socket of sockets) socket.unpipe().pause()
    },
    hold: () => {
      for (const socket of sockets) socket.pause()
    },
    release: () => {
      for (const socket of sockets) socket.resume()
    },
    close: cut,
  }
}
