import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { PrinterTransport } from './printer.link.ts'

/** The operating system's print queues, by `native/print-queue.c`. */
export interface PrintQueues {
  list(): Promise<string[]>
  /** Returns the spooler's job number; spooled does not mean printed. */
  print(queue: string, title: string, bytes: Buffer): Promise<number>
}

/** Optional at run time: built by `node scripts/native.mjs`; other transports work without it. */
export function loadPrintQueues(): PrintQueues {
  for (let folder = import.meta.dirname; ; folder = dirname(folder)) {
    const path = join(folder, 'native', 'print-queue.node')
    if (existsSync(path)) return createRequire(import.meta.url)(path) as PrintQueues
    if (folder === dirname(folder)) throw new Error('this build has no print queues of the operating system')
  }
}

/**
 * A printer of the operating system, such as a USB printer on Windows. Nothing can be read back, and a
 * spooled job is printed whenever the printer is available; the spooler discards incomplete jobs.
 */
export const queueTransport = (name: string, load: () => PrintQueues = loadPrintQueues): PrinterTransport => ({
  canAnswer: false,
  async open() {
    const queues = load()
    // Checked first, so that a missing queue is detected before anything is sent.
    if (!(await queues.list()).includes(name)) throw new Error(`${name} is no printer of this computer`)
    return {
      async write(bytes) {
        await queues.print(name, 'Pitlane', Buffer.from(bytes))
      },
      close: async () => undefined,
      destroy: () => undefined,
    }
  },
})
