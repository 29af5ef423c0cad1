import { readStored, store } from './storage.ts'

/** The family's own key (spec §9). */
const STORED_AS = 'printId'

/** Which printer prints what this browser starts; empty: any. */
export function storedPrintId(): string {
  const stored = readStored(STORED_AS)
  return typeof stored === 'string' ? stored : ''
}

export const storePrintId = (id: string): void => store(STORED_AS, id === '' ? null : id)
