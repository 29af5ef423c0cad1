import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** A request as the bytes that are sent. */
export interface RawRequest {
  method: 'GET' | 'POST'
  path: string
  headers?: Record<string, string>
  body?: string
}

export const encode = ({ method, path, headers = {}, body }: RawRequest): Buffer => {
  const length =
    body === undefined ? {} : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }
  const all = Object.entries({ Host: '127.0.0.1', ...headers, ...length }).map(([name, value]) => `${name}: ${value}`)
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${all.join('\r\n')}\r\n\r\n${body ?? ''}`)
}

export interface RawAnswer {
  status: number
  head: string
  body: string
}

/**
 * A keep-alive connection with just enough of HTTP/1.1 to separate answers. The load generator shares the cores with the measured
 * server, so it must use as little time as possible.
 */
export class HttpConnection {
  #received: Buffer = Buffer.alloc(0)
  #waiting: { resolve(answer: RawAnswer): void; reject(error: Error): void } | undefined
  readonly #socket: Socket

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.on('data', (piece: Buffer) => this.#take(piece))
    socket.on('error', (error) => this.#waiting?.reject(error))
    socket.on('close', () => this.#waiting?.reject(new Error('the server closed the connection')))
  }

  static async open(url: string): Promise<HttpConnection> {
    const { hostname, port } = new URL(url)
    const socket = connect({ host: hostname, port: Number(port), noDelay: true })
    await once(socket, 'connect')
    return new HttpConnection(socket)
  }

  send(request: Buffer): Promise<RawAnswer> {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject }
      this.#socket.write(request)
    })
  }

  close(): void {
    this.#waiting = undefined
    this.#socket.destroy()
  }

  #take(piece: Buffer): void {
    this.#received = this.#received.length === 0 ? piece : Buffer.concat([this.#received, piece])
    const headEnd = this.#received.indexOf('\r\n\r\n')
    if (headEnd < 0) return
    const head = this.#received.toString('latin1', 0, headEnd)
    const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
    const waiting = this.#waiting
    if (length === undefined) {
      this.#waiting = undefined
      waiting?.reject(new Error(`an answer without a length: ${head}`))
      return
    }
    const end = headEnd + 4 + Number(length)
    if (this.#received.length < end) return
    const body = this.#received.toString('utf8', headEnd + 4, end)
    this.#received = this.#received.length === end ? Buffer.alloc(0) : this.#received.subarray(end)
    this.#waiting = undefined
    waiting?.resolve({ status: Number(head.slice(9, 12)), head, body })
  }
}
