import { constants } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import type { PrinterTransport } from './printer.link.ts'

/**
 * A printer behind a device file such as `/dev/usb/lp0`. It is opened for writing only, because a read there blocks for
 * ever, and never created: a missing device must not become a plain file full of tickets.
 *
 * Only a character device is written to. A ticket carries what people typed, and in a plain file, such as a script, that
 * would be more than a ticket. What was opened is asked, because a name can be given to something else in between; the name
 * is asked before, because opening alone would wait for ever at a pipe.
 */
export const fileTransport = (path: string): PrinterTransport => ({
  canAnswer: false,
  async open() {
    refuseOther(await stat(path), path)
    const file = await open(path, constants.O_WRONLY | constants.O_NOCTTY)
    const close = (): Promise<void> => file.close()
    try {
      refuseOther(await file.stat(), path)
    } catch (error) {
      await close()
      throw error
    }
    return {
      write: (bytes) => file.writeFile(bytes),
      close,
      destroy: () => void close().catch(() => undefined),
    }
  },
})

function refuseOther(what: { isCharacterDevice(): boolean }, path: string): void {
  if (!what.isCharacterDevice()) throw new Error(`${path} is no device`)
}
