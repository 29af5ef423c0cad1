import type { EventEmitter } from 'node:events'

/** So many places for each name; one is taken until its holder closes. */
export interface Places {
  /** False: all places of the name are taken. */
  take(name: string, holder: EventEmitter): boolean
}

export function createPlaces(each: number): Places {
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
