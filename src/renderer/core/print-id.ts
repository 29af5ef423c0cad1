import { readStored, store } from './storage.ts'

/** The API family's storage key (spec §9). */
const STORED_AS = 'printId'

/** The printer for rides started in this browser; empty for any. */
export function storedPrintId(): string {
  const stored = readStored(STORED_AS)
  return typeof stored === 'string' ? stored : ''
}

export const storePrintId = (id: string): void => store(STORED_AS, id === '' ? null : id)
