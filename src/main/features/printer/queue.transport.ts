import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { PrinterTransport } from './printer.link.ts'

/** The printers of the operating system, as `native/print-queue.c` offers them. */
export interface PrintQueues {
  list(): Promise<string[]>
  /** Answers the spooler's number of the job: it is spooled, which says nothing of paper. */
  print(queue: string, title: string, bytes: Buffer): Promise<number>
}

/** Optional at run time: built by `node scripts/native.mjs`, and everything else prints without it. */
export function loadPrintQueues(): PrintQueues {
  for (let folder = import.meta.dirname; ; folder = dirname(folder)) {
    const path = join(folder, 'native', 'print-queue.node')
    if (existsSync(path)) return createRequire(import.meta.url)(path) as PrintQueues
    if (folder === dirname(folder)) throw new Error('this build has no print queues of the operating system')
  }
}

/**
 * A printer that the operating system has set up, such as one on USB under Windows. Nothing can be read back, and what was
 * spooled comes out whenever that printer is there again; a job that was not spooled whole is thrown away by the spooler.
 */
export const queueTransport = (name: string, load: () => PrintQueues = loadPrintQueues): PrinterTransport => ({
  canAnswer: false,
  async open() {
    const queues = load()
    // Asked first, so that a queue that is gone is known before anything may have been sent.
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
