import type { EventEmitter } from 'node:events'

/** A fixed number of connections for each name. Closing a connection frees its slot. */
export interface ConnectionSlots {
  /** Returns false when all slots of the name are taken. */
  take(name: string, holder: EventEmitter): boolean
}

/** @param each slots for each name */
export function createConnectionSlots(each: number): ConnectionSlots {
  const taken = new Map<string, number>()
  return {
    take(name, holder) {
      const before = taken.get(name) ?? 0
      if (before >= each) return false
      taken.set(name, before + 1)
      holder.once('close', () => {
        const left = (taken.get(name) ?? 0) - 1
        if (left > 0) taken.set(name, left)
        else taken.delete(name)
      })
      return true
    },
  }
}
