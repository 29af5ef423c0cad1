import { SerialPort } from 'serialport'
import type { Clock } from '#main/core/clocks/clock.ts'
import type { LinkEvents, PrinterLink, PrinterTransport } from './printer.link.ts'
import { withTimeout } from './time-limit.ts'

const OPEN_LIMIT = 3000
const CLOSE_LIMIT = 1000

/** A printer on a serial port, real or virtual. */
export const serialTransport = (path: string, baudRate: number, clock: Clock): PrinterTransport => ({
  canAnswer: true,
  open: (events) => openSerial(path, baudRate, clock, events),
})

async function openSerial(path: string, baudRate: number, clock: Clock, events: LinkEvents): Promise<PrinterLink> {
  // A new object each time: bytes written to a closed port would be sent when it is reopened.
  const port = new SerialPort({ path, baudRate, autoOpen: false })
  let closing = false
  let failure: Error | null = null
  const lost = (error: Error): void => {
    if (failure !== null || closing) return
    failure = error
    events.lost(error)
  }
  const opened = new Promise<void>((resolve, reject) => {
    port.open((error) => (error ? reject(error) : resolve()))
  })
  port.on('error', lost)
  const gone = new Promise<never>((_, reject) => {
    port.once('close', (error: Error | null) => {
      lost(error ?? new Error('closed'))
      reject(error ?? new Error('closed'))
    })
  })
  gone.catch(() => undefined)
  port.on('data', (bytes: Buffer) => events.data(bytes))
  const shut = (): Promise<void> => new Promise((resolve) => (port.isOpen ? port.close(() => resolve()) : resolve()))
  try {
    await withTimeout(clock, OPEN_LIMIT, opened, 'open timed out')
  } catch (error) {
    closing = true
    // The port may still open after the timeout.
    void opened.then(shut, () => undefined)
    throw error
  }
  return {
    async write(bytes) {
      if (failure !== null) throw failure
      if (!port.isOpen) throw new Error('closed')
      const taken = new Promise<void>((resolve, reject) => {
        port.write(bytes, (error) => {
          if (error) return reject(error)
          port.drain((failed) => (failed ? reject(failed) : resolve()))
        })
      })
      await Promise.race([taken, gone])
    },
    async close() {
      closing = true
      await withTimeout(clock, CLOSE_LIMIT, shut(), 'close timed out').catch(() => port.destroy())
      if (failure !== null) throw failure
    },
    destroy() {
      closing = true
      void shut()
    },
  }
}
