import type { IpcHandlers } from '#shared/core/ipc.ts'
import type { IpcContract } from '#shared/ipc/contract.ts'
import type { Counter } from './counter.ts'

export interface PrintHandlersDeps {
  /** The counter; throws `storage.*` while the data file cannot be opened. */
  counter(): Counter
  /** The same, or null while the data file cannot be opened. */
  opened(): Counter | null
}

/** The IPC handlers for this terminal's printer and print jobs. */
export const printHandlers = ({ counter, opened }: PrintHandlersDeps): IpcHandlers<IpcContract['prints']> => ({
  list: async () => opened()?.printer.list() ?? [],
  paper: async ({ jobId }) => counter().printer.paper(jobId),
  async retry() {
    counter().printer.wake()
    return {}
  },
  cancel: async ({ jobId }) => counter().printer.cancel(jobId),
  reprint: async ({ orderId }) => counter().reprint(orderId),
  async printCharge(sold) {
    counter().printCharge(sold)
    return {}
  },
  async resolve({ jobId, as }) {
    counter().printer.resolve(jobId, as)
    return {}
  },
})
