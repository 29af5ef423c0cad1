import { constants } from 'node:fs'
import { type FileHandle, open, stat } from 'node:fs/promises'
import { type Clock, every } from '#main/core/clocks/clock.ts'
import { codeOf } from '#main/core/storage/storage-errors.ts'
import type { LinkEvents, PrinterLink, PrinterTransport } from './printer.link.ts'
import { withTimeout } from './time-limit.ts'

/** Pause in ms before a busy device is tried again. */
const TRY_EVERY = 10
const CLOSE_LIMIT = 5000
const READ_BYTES = 1024
/** `ESC @`, which has no effect after a complete document. */
const RESET = Uint8Array.of(0x1b, 0x40)

/**
 * A printer behind a device file such as `/dev/usb/lp0`. The file is never created: a missing device must not become a plain file
 * full of tickets.
 *
 * Only character devices are written to. A ticket contains typed text, which in a plain file such as a script
 * could be executed. The opened handle is checked, because the path may change in between; the path
 * is checked before, because opening a pipe would block.
 *
 * No call blocks: a printer without paper would block a thread of this program until paper is added, and
 * then print jobs that were given up. Many of these printers never answer; that counts as success.
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

/** Some devices are write-only. */
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
  /** Whether data may still be in the device's buffer, which closing would discard. */
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

  /** Waits until the device has accepted all data. */
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
        // Closing a device discards data in transit. It accepts more only after that has arrived.
        if (isPending) await withTimeout(clock, CLOSE_LIMIT, write(RESET), 'the printer takes nothing')
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
