import { z } from 'zod'
import { ipcGroup } from '#shared/core/ipc.ts'

const nothing = z.object({})

/** Work that ending the program would interrupt. Nothing is lost: it continues at the next start. */
export const OpenWork = z.object({
  /** Unsent starts and sales. */
  unsent: z.number().int(),
  /** Waiting entries of the offline queue. */
  queued: z.number().int(),
  /** Waiting print jobs. */
  printing: z.number().int(),
})
export type OpenWork = z.infer<typeof OpenWork>

/** State of this terminal, without personal data. */
export const Diagnosis = z.object({
  version: z.string(),
  terminalId: z.string(),
  /** Versions of the operating system, Node and Electron. */
  runtime: z.string(),
  startedAt: z.iso.datetime(),
  memoryMb: z.number().int(),
  /** Free space of the data disk; null if unknown. */
  freeMb: z.number().int().nullable(),
  dataMb: z.number().int(),
  protectedBy: z.enum(['os', 'file']),
  /** The last lines of the log file, oldest first. */
  log: z.array(z.string()),
})
export type Diagnosis = z.infer<typeof Diagnosis>

export const appGroup = ipcGroup(
  {
    info: {
      input: nothing,
      result: z.object({
        version: z.string(),
        terminalId: z.string(),
        dataDir: z.string(),
        /** Whether cached personal data is protected by the operating system's key store or by a key file. */
        protectedBy: z.enum(['os', 'file']),
      }),
    },
    diagnose: { input: nothing, result: Diagnosis },
    /** A diagnostics file for support, without secrets and personal data. */
    supportBundle: {
      input: nothing,
      result: z.object({
        name: z.string(),
        content: z.custom<Uint8Array<ArrayBuffer>>((value) => value instanceof Uint8Array),
      }),
    },
    /** Answers a `closeAsked` event. */
    answerClose: { input: z.object({ close: z.boolean() }), result: nothing },
  },
  /** The user wants to close the program while work is open. */
  { closeAsked: OpenWork },
)
