import { connect } from 'node:net'
import type { Clock } from '#main/core/clocks/clock.ts'
import type { LinkEvents, PrinterLink, PrinterTransport } from './printer.link.ts'
import { withTimeout } from './time-limit.ts'

const CONNECT_LIMIT = 3000
const CLOSE_LIMIT = 1000

/** A printer on the network (port 9100 and the like). */
export const tcpTransport = (host: string, port: number, clock: Clock): PrinterTransport => ({
  canAnswer: true,
  open: (events) => openTcp(host, port, clock, events),
})

async function openTcp(host: string, port: number, clock: Clock, events: LinkEvents): Promise<PrinterLink> {
  const socket = connect({ host, port, noDelay: true })
  let closing = false
  let failure: Error | null = null
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  const lost = (error: Error): void => {
    if (failure !== null) return
    failure = error
    if (!closing) events.lost(error)
  }
  const connected = new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.on('error', (error) => {
      reject(error)
      lost(error)
    })
  })
  // All data of the printer is read: unread bytes would turn our close into a reset, which truncates the job.
  socket.on('data', (bytes) => events.data(bytes))
  socket.once('end', () => closing || lost(new Error('closed by the printer')))
  socket.once('close', () => closing || lost(new Error('closed')))
  try {
    await withTimeout(clock, CONNECT_LIMIT, connected, 'connect timed out')
  } catch (error) {
    closing = true
    socket.destroy()
    throw error
  }
  return {
    write: (bytes) =>
      new Promise((resolve, reject) => {
        if (failure !== null) return reject(failure)
        socket.write(bytes, (error) => (error ? reject(error) : resolve()))
        // A destroyed socket may never invoke its callback.
        void closed.then(() => reject(failure ?? new Error('closed')))
      }),
    async close() {
      closing = true
      socket.end()
      await withTimeout(clock, CLOSE_LIMIT, closed, 'close timed out').catch(() => socket.destroy())
      if (failure !== null) throw failure
    },
    destroy() {
      closing = true
      socket.destroy()
    },
  }
}
