import { createServer, type Socket } from 'node:net'
import type { DecodedTicket, Seen } from '#paper/index.ts'
import { strictReader } from './decoder.ts'

/**
 * How the printer behaves: `ready`; `paper-low`, `paper-out` or `cover-open` as it reports itself; `silent` never answers
 * anything; `no-fence` reports its state but never that it is done; `slow` takes a few bytes at a time.
 */
export type SinkMode = 'ready' | 'paper-low' | 'paper-out' | 'cover-open' | 'silent' | 'no-fence' | 'slow'

export interface SinkOptions {
  /** A free port by default. */
  port?: number
  mode?: SinkMode
  /** Resets each connection after so many bytes. */
  cutAfter?: number | null
}

/** A job as the sink received it; `complete` is false where the connection broke off. */
export interface SinkJob extends DecodedTicket {
  complete: boolean
}

export interface PrinterSink {
  port: number
  host: string
  jobs: SinkJob[]
  /** All bytes received, of all connections. */
  raw(): Buffer
  /** The number of connections. */
  connections(): number
  /** Resolves with the job of that number (1 is the first); rejects when the stream was not valid ESC/POS. */
  waitForJob(number: number): Promise<SinkJob>
  /** Resolves when a condition holds; checked after each arrival. */
  until(condition: () => boolean): Promise<void>
  set(mode: SinkMode): void
  cutAfter(bytes: number | null): void
  close(): Promise<void>
}

const HOST = '127.0.0.1'

/** A network printer for tests: decodes strictly, answers status requests and fences, and fails on demand. */
export async function startPrinterSink(options: SinkOptions = {}): Promise<PrinterSink> {
  let mode = options.mode ?? 'ready'
  let cut = options.cutAfter ?? null
  let connections = 0
  let failure: Error | null = null
  const raw: Buffer[] = []
  const jobs: SinkJob[] = []
  const sockets = new Set<Socket>()
  const held: (() => void)[] = []
  let watchers: (() => void)[] = []
  const changed = (): void => {
    for (const watcher of watchers.slice()) watcher()
  }

  const serve = (socket: Socket): void => {
    const decoder = strictReader()
    let received = 0
    connections++
    sockets.add(socket)
    const answer = (...bytes: number[]): void => {
      if (mode !== 'silent' && socket.writable) socket.write(Uint8Array.from(bytes))
    }
    const finish = (): void => {
      if (decoder.hasContent) jobs.push({ ...decoder.finish(), complete: true })
      changed()
    }
    const obey = ({ name, parameters }: Seen): void => {
      if (name === 'status') answer(statusByte(mode, parameters[0] ?? 0))
      if (name !== 'fence') return
      const done = (): void => {
        finish()
        answer(mode === 'paper-low' ? 0x03 : 0x00)
      }
      if (mode === 'no-fence' || mode === 'silent') return
      // A stopped printer buffers its data and continues when the fault is cleared.
      if (mode === 'paper-out' || mode === 'cover-open') held.push(done)
      else done()
    }
    const take = (bytes: Buffer): void => {
      const allowed = cut === null ? bytes.length : Math.max(0, cut - received)
      const part = bytes.subarray(0, allowed)
      received += part.length
      raw.push(Buffer.from(part))
      try {
        for (const seen of decoder.push(part)) obey(seen)
      } catch (error) {
        failure ??= error instanceof Error ? error : new Error(String(error))
        socket.destroy()
      }
      if (allowed < bytes.length) socket.resetAndDestroy()
      changed()
    }
    socket.on('data', (bytes) => {
      if (mode !== 'slow') return take(bytes)
      const portions = Array.from({ length: Math.ceil(bytes.length / 64) }, (_, i) =>
        bytes.subarray(i * 64, i * 64 + 64),
      )
      socket.pause()
      const next = (): void => {
        const portion = portions.shift()
        if (portion === undefined) return void socket.resume()
        take(portion)
        setImmediate(next)
      }
      next()
    })
    // A printer that cannot report completion prints its data when the sender disconnects.
    socket.on('end', () => {
      try {
        finish()
      } catch {
        if (decoder.hasContent) jobs.push({ ...decoder.abandon(), complete: false })
      }
    })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      sockets.delete(socket)
      if (decoder.hasContent) jobs.push({ ...decoder.abandon(), complete: false })
      changed()
    })
  }

  const server = createServer(serve)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, HOST, resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the sink has no port')

  const until = (condition: () => boolean): Promise<void> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        if (failure !== null) reject(failure)
        else if (condition()) resolve()
        else return
        watchers = watchers.filter((watcher) => watcher !== look)
      }
      watchers.push(look)
      look()
    })

  return {
    port: address.port,
    host: HOST,
    jobs,
    raw: () => Buffer.concat(raw),
    connections: () => connections,
    until,
    async waitForJob(number) {
      await until(() => jobs.length >= number)
      return jobs[number - 1] as SinkJob
    },
    set(next) {
      mode = next
      if (mode === 'ready' || mode === 'paper-low') for (const done of held.splice(0)) done()
    },
    cutAfter(bytes) {
      cut = bytes
    },
    close() {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

/** A printer's answers to `DLE EOT n` in each state. */
function statusByte(mode: SinkMode, question: number): number {
  const stopped = mode === 'paper-out' || mode === 'cover-open'
  if (question === 1) return stopped ? 0x1e : 0x16
  if (question === 2) return mode === 'cover-open' ? 0x16 : mode === 'paper-out' ? 0x32 : 0x12
  if (question === 4) return mode === 'paper-out' ? 0x7e : mode === 'paper-low' ? 0x1e : 0x12
  return 0x12
}
