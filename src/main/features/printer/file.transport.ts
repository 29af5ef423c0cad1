import { constants } from 'node:fs'
import { type FileHandle, open, stat } from 'node:fs/promises'
import { type Clock, every } from '#main/core/clock.ts'
import { codeOf } from '#main/core/storage-errors.ts'
import type { LinkEvents, PrinterLink, PrinterTransport } from './printer.link.ts'
import { within } from './time-limit.ts'

/** How often a device that cannot take or say anything now is asked again. */
const TRY_EVERY = 10
const CLOSE_LIMIT = 5000
const READ_BYTES = 1024
/** `ESC @`, which changes nothing behind a whole document. */
const RESET = Uint8Array.of(0x1b, 0x40)

/**
 * A printer behind a device file such as `/dev/usb/lp0`. It is never created: a missing device must not become a plain file
 * full of tickets.
 *
 * Only a character device is written to. A ticket carries what people typed, and in a plain file, such as a script, that
 * would be more than a ticket. What was opened is asked, because a name can be given to something else in between; the name
 * is asked before, because opening alone would wait for ever at a pipe.
 *
 * Nothing waits inside the system: a printer without paper would hold a thread of this program until somebody brings paper, and
 * print then what was given up long before. Many of these printers say nothing, and are believed all the same.
 */
export const fileTransport = (path: string, clock: Clock): PrinterTransport => ({
  canAnswer: true,
  mayBeSilent: true,
  async open(events) {
    refuseOther(await stat(path), path)
    const { file, isReadable } = await openDevice(path)
    try {
      refuseOther(await file.stat(), path)
    } catch (error) {
      await file.close()
      throw error
    }
    return linkTo(file, { isReadable, clock, events })
  },
})

/** Some devices can only be written to. */
async function openDevice(path: string): Promise<{ file: FileHandle; isReadable: boolean }> {
  const flags = constants.O_NONBLOCK | constants.O_NOCTTY
  try {
    return { file: await open(path, constants.O_RDWR | flags), isReadable: true }
  } catch (error) {
    if (codeOf(error) !== 'EACCES' && codeOf(error) !== 'EINVAL') throw error
    return { file: await open(path, constants.O_WRONLY | flags), isReadable: false }
  }
}

interface Around {
  isReadable: boolean
  clock: Clock
  events: LinkEvents
}

function linkTo(file: FileHandle, { isReadable, clock, events }: Around): PrinterLink {
  let isOver = false
  /** Whether the device may still hold something that is dropped when it is closed. */
  let isPending = false

  const buffer = Buffer.alloc(READ_BYTES)
  const stopReading = isReadable ? every(clock, TRY_EVERY, read) : () => undefined
  async function read(): Promise<void> {
    try {
      const { bytesRead } = await file.read(buffer, 0, READ_BYTES, null)
      if (isOver || bytesRead === 0) return
      isPending = false
      events.data(Uint8Array.from(buffer.subarray(0, bytesRead)))
    } catch (error) {
      if (isOver || isLater(error)) return
      stopReading()
      if (codeOf(error) === 'ENODEV') events.lost(error as Error)
    }
  }

  /** Until the device has taken all of it but for what it holds itself. */
  async function write(bytes: Uint8Array): Promise<void> {
    isPending = true
    for (let at = 0; at < bytes.length; ) {
      if (isOver) throw new Error('closed')
      try {
        at += (await file.write(bytes, at)).bytesWritten
      } catch (error) {
        if (!isLater(error)) throw error
        await new Promise<void>((resolve) => void clock.after(TRY_EVERY, resolve))
      }
    }
  }

  async function end(): Promise<void> {
    if (isOver) return
    isOver = true
    stopReading()
    await file.close()
  }

  return {
    write,
    async close() {
      try {
        // The kernel drops what is on its way when a device is closed. It takes more only when that has arrived.
        if (isPending) await within(clock, CLOSE_LIMIT, write(RESET), 'the printer takes nothing')
      } finally {
        await end()
      }
    },
    destroy: () => void end().catch(() => undefined),
  }
}

const isLater = (error: unknown): boolean => codeOf(error) === 'EAGAIN'

function refuseOther(what: { isCharacterDevice(): boolean }, path: string): void {
  if (!what.isCharacterDevice()) throw new Error(`${path} is no device`)
}
