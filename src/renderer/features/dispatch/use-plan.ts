import { useRef, useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { queryClient } from '#renderer/core/query.ts'
import { playSound } from '#renderer/core/sounds.ts'
import { useAttemptKey } from '#renderer/core/use-attempt-key.ts'
import type { Floor, FloorEntry } from '#shared/features/dispatch/dispatch.schema.ts'
import { bestVehicle, type PlannedStart, stepVehicle, stillPossible, withPlanned } from './floor.calc.ts'

/** The maximum of rides in one start. */
const MAX_STARTS = 20

export interface Plan {
  starts: readonly PlannedStart[]
  /** The ride that arrow keys and clicks on vehicles move. */
  chosen: FloorEntry | null
  isBusy: boolean
  failure: unknown
  /** Whether nothing is planned, including keys that are not rendered yet. */
  isEmpty(): boolean
  vehicleOf(entryId: string): string | null
  entryOn(vehicleId: string): FloorEntry | null
  /** Plans a ride on the best free vehicle, or removes it from the plan. */
  toggle(entry: FloorEntry): void
  toggleGroup(entries: readonly FloorEntry[]): void
  put(entryId: string, vehicleId: string): void
  /** Plans the selected ride on a vehicle, else the first of the queue. */
  putChosen(vehicleId: string): void
  step(by: 1 | -1): void
  clear(): void
  start(): void
}

/** The plan of waiting rides on vehicles; one key starts all or none. */
export function usePlan({ entries, vehicles }: Pick<Floor, 'entries' | 'vehicles'>): Plan {
  const [planned, setPlanned] = useState<readonly PlannedStart[]>([])
  // Keys may come faster than rendering, so each uses the latest plan.
  const latest = useRef<readonly PlannedStart[]>([])
  const [chosenId, setChosenId] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const withKey = useAttemptKey()
  // What another screen has started meanwhile is removed.
  const possible = (given: readonly PlannedStart[]) => stillPossible(given, entries, vehicles)
  const starts = possible(planned)
  const current = () => possible(latest.current)
  const chosen = entries.find(({ id }) => id === chosenId) ?? null
  const lastChosen = useRef<string | null>(null)

  const plan = (next: readonly PlannedStart[], choice: string | null): void => {
    if (isBusy) return
    setFailure(null)
    latest.current = next.slice(0, MAX_STARTS)
    setPlanned(latest.current)
    lastChosen.current = choice
    setChosenId(choice)
  }
  const added = (before: readonly PlannedStart[], entry: FloorEntry): PlannedStart[] => {
    const best = bestVehicle(entry, vehicles, before, entries)
    return best ? withPlanned(before, { entryId: entry.id, vehicleId: best.id }) : [...before]
  }
  const without = (ids: readonly string[]): PlannedStart[] => current().filter(({ entryId }) => !ids.includes(entryId))
  const isPlanned = (entry: FloorEntry): boolean => current().some(({ entryId }) => entryId === entry.id)

  const start = async (): Promise<void> => {
    const going = current()
    if (isBusy || going.length === 0) return
    setBusy(true)
    setFailure(null)
    const body = { starts: going.map(({ entryId, vehicleId }) => ({ id: entryId, vehicleId })) }
    try {
      await withKey(body, (key) => client.queue.start({ key, body }))
      playSound('done')
      latest.current = []
      setPlanned([])
      setChosenId(null)
    } catch (error) {
      playSound('error')
      setFailure(error)
    } finally {
      await queryClient.invalidateQueries({ queryKey: ['floor'] })
      setBusy(false)
    }
  }

  return {
    starts,
    chosen,
    isBusy,
    failure,
    isEmpty: () => current().length === 0,
    vehicleOf: (id) => starts.find(({ entryId }) => entryId === id)?.vehicleId ?? null,
    entryOn: (id) => {
      const start = starts.find(({ vehicleId }) => vehicleId === id)
      return entries.find((entry) => entry.id === start?.entryId) ?? null
    },
    toggle: (entry) => {
      if (isPlanned(entry)) return plan(without([entry.id]), null)
      const next = added(current(), entry)
      // No vehicle is free: an error sound, and no plan.
      if (next.some(({ entryId }) => entryId === entry.id)) plan(next, entry.id)
      else playSound('error')
    },
    toggleGroup: (members) => {
      if (members.every(isPlanned)) return plan(without(members.map(({ id }) => id)), null)
      const missing = members.filter((entry) => !isPlanned(entry))
      plan(missing.reduce(added, current()), members[0]?.id ?? null)
    },
    put: (entryId, vehicleId) => {
      const entry = entries.find(({ id }) => id === entryId)
      if (entry) plan(possible(withPlanned(current(), { entryId, vehicleId })), entryId)
    },
    putChosen: (vehicleId) => {
      const entry = chosen ?? entries.find((one) => !isPlanned(one))
      if (entry) plan(withPlanned(current(), { entryId: entry.id, vehicleId }), entry.id)
    },
    step: (by) => {
      const entry = entries.find(({ id }) => id === lastChosen.current)
      if (entry) plan(stepVehicle(current(), entry, vehicles, by), entry.id)
    },
    clear: () => plan([], null),
    start: () => void start(),
  }
}
