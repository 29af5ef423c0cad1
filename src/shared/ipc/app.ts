import { z } from 'zod'
import { ipcGroup } from '#shared/core/ipc.ts'

const nothing = z.object({})

/** What would be interrupted if the program ended now. Nothing of it is lost: it goes on at the next start. */
export const OpenWork = z.object({
  /** Starts and sales that the server does not have yet. */
  waiting: z.number().int(),
  /** Guests in line who were given their number without the server. */
  inLine: z.number().int(),
  /** Papers that wait for the printer. */
  printing: z.number().int(),
})
export type OpenWork = z.infer<typeof OpenWork>

/** How this terminal is, in figures that name nobody. */
export const Diagnosis = z.object({
  version: z.string(),
  terminalId: z.string(),
  /** What it runs on: system, Node and Electron. */
  runtime: z.string(),
  startedAt: z.iso.datetime(),
  memoryMb: z.number().int(),
  /** Of the disk that holds the data; null where it does not say. */
  freeMb: z.number().int().nullable(),
  dataMb: z.number().int(),
  protectedBy: z.enum(['os', 'file']),
  /** The last lines of the log, oldest first, as they stand in the file. */
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
    /** Everything that support needs to understand this terminal, as one file without secrets and without anybody's data. */
    supportBundle: {
      input: nothing,
      result: z.object({
        name: z.string(),
        content: z.custom<Uint8Array<ArrayBuffer>>((value) => value instanceof Uint8Array),
      }),
    },
    /** The answer to `closeAsked`. */
    answerClose: { input: z.object({ close: z.boolean() }), result: nothing },
  },
  /** Somebody wants to end the program while something waits. */
  { closeAsked: OpenWork },
)
