import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import type { PrinterTransport } from './printer.link.ts'

/**
 * A printer behind a device file such as `/dev/usb/lp0`. It is opened for writing only, because a read there blocks for
 * ever, and never created: a missing device must not become a plain file full of tickets.
 */
export const fileTransport = (path: string): PrinterTransport => ({
  canAnswer: false,
  async open() {
    const file = await open(path, constants.O_WRONLY | constants.O_APPEND | constants.O_NOCTTY)
    const close = (): Promise<void> => file.close()
    return {
      write: (bytes) => file.writeFile(bytes),
      close,
      destroy: () => void close().catch(() => undefined),
    }
  },
})
