import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** Where a statement is cut: before PostgreSQL hears of it, or when it is done and its answer is on the way. */
export type Edge = 'unsent' | 'unanswered'

export interface SteppingWay {
  url: string
  /** From now on the n-th statement (from 1) is cut with its connection, once; everything else passes, unless it takes all with it. */
  cutAt(statement: number, edge: Edge, what?: 'one' | 'all'): void
  /** Takes that back, and says whether anything was cut. */
  disarm(): boolean
  close(): void
}

/** What a statement of PostgreSQL's protocol is made of: it ends with a simple query (Q) or with Sync (S). */
const PARTS = new Set(['P', 'B', 'D', 'E', 'C'])
const ENDS = new Set(['Q', 'S'])
const READY = 'Z'

/** Takes whole messages off a stream of them; the first of a connection has no type. */
function messages(withType: boolean, each: (type: string, message: Buffer) => void): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0)
  let typed = withType
  return (chunk) => {
    rest = Buffer.concat([rest, chunk])
    for (;;) {
      const head = typed ? 1 : 0
      if (rest.length < head + 4) return
      const length = head + rest.readInt32BE(head)
      if (rest.length < length) return
      const message = rest.subarray(0, length)
      rest = rest.subarray(length)
      const type = typed ? String.fromCharCode(message[0] ?? 0) : ''
      typed = true
      each(type, message)
    }
  }
}

/**
 * A way to PostgreSQL that dies between any two statements of what passes through it, as it does for PostgreSQL when the server is
 * killed there.
 */
export async function steppingWay(url: string): Promise<SteppingWay> {
  const { hostname, port } = new URL(url)
  const sockets = new Set<Socket>()
  let left = 0
  let edge: Edge = 'unsent'
  let takesAll = false
  let wasCut = false

  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    const end = () => {
      near.destroy()
      far.destroy()
    }
    const cut = () => {
      if (takesAll) for (const socket of sockets) socket.destroy()
      end()
    }
    for (const socket of [near, far]) {
      sockets.add(socket.setNoDelay(true))
      socket.on('error', end).on('close', () => {
        sockets.delete(socket)
        end()
      })
    }
    let sent = 0
    // PostgreSQL says that it is ready once before anything was asked.
    let answered = -1
    let lost: number | undefined
    let parts: Buffer[] = []
    const toServer = messages(false, (type, message) => {
      if (PARTS.has(type)) {
        parts.push(message)
        return
      }
      if (ENDS.has(type) && left > 0 && --left === 0) {
        wasCut = true
        if (edge === 'unsent') return cut()
        lost = sent + 1
      }
      if (ENDS.has(type)) sent++
      far.write(Buffer.concat([...parts, message]))
      parts = []
    })
    const toClient = messages(true, (type, message) => {
      if (lost === undefined || answered + 1 < lost) near.write(message)
      if (type !== READY) return
      answered++
      if (answered === lost) cut()
    })
    near.on('data', toServer)
    far.on('data', toClient)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const own = typeof address === 'object' ? (address?.port ?? 0) : 0
  return {
    url: Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(own) }).href,
    cutAt(statement, at, what = 'one') {
      left = statement
      edge = at
      takesAll = what === 'all'
      wasCut = false
    },
    disarm() {
      left = 0
      return wasCut
    },
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
