import { useLive } from '#renderer/core/hooks.ts'
import { useStoppedVehicles } from '#renderer/features/gateway/index.ts'
import { usePlatform } from '#renderer/platform/context.ts'
import type { Catalogue } from '#renderer/platform/platform.ts'
import { type BoardVehicle, chosenVehicle, peopleAllowed, startable, stepVehicle } from './counter.calc.ts'
import { takesSeveral } from './plan.calc.ts'
import type { Choices } from './use-choices.ts'

interface OnScreen {
  catalogue: Catalogue | null
  choices: Choices
  people: number
  now: number
  /** Offline a vehicle shown as in use may be back. */
  mayStartBusy: boolean
  choose(change: (before: Choices) => Partial<Choices>): void
}

/** The vehicles of the store and the chosen ones: one, or several for types that take several. */
export function useVehicles({ catalogue, choices, people, now, mayStartBusy, choose }: OnScreen) {
  const stopped = useStoppedVehicles(useLive(usePlatform().connection).online)
  const all = catalogue?.vehicles.filter((one) => one.state !== 'scrapped') ?? []
  const vehicles: BoardVehicle[] = all.map((one) => (stopped.has(one.id) ? { ...one, isStopped: true } : one))
  const isSeveral = takesSeveral(choices.type)
  const vehicle = chosenVehicle(vehicles, choices.vehicleId, now, !mayStartBusy, isSeveral ? 1 : people)
  const more = isSeveral ? startable(vehicles, now).filter(({ id }) => choices.moreVehicles.includes(id)) : []
  const others = more.filter(({ id }) => id !== vehicle?.id)
  const chosen: BoardVehicle[] = vehicle ? [vehicle, ...others] : []

  /** Adds or removes a vehicle. The first one stays, also where it was only proposed. */
  const toggled = (id: string): Partial<Choices> => {
    const ids = chosen.map((one) => one.id)
    const next = ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id]
    const [first = id, ...rest] = next
    return { vehicleId: first, moreVehicles: rest }
  }

  return {
    vehicles,
    vehicle,
    chosen,
    isSeveral,
    mostPeople: isSeveral
      ? chosen.reduce((sum, one) => sum + peopleAllowed([one], one.id, now), 0)
      : peopleAllowed(vehicles, choices.vehicleId, now),
    pick: (id: string): void =>
      choose(({ type }) => (isSeveral && takesSeveral(type) ? toggled(id) : { vehicleId: id, moreVehicles: [] })),
    /** Adds the next idle vehicle. */
    addOne: (): void => {
      const next = startable(vehicles, now).find(({ id }) => !chosen.some((one) => one.id === id))
      if (isSeveral && next) choose(() => toggled(next.id))
    },
    step: (arrow: 'left' | 'right' | 'up' | 'down', columns: number): void =>
      choose(() => ({
        vehicleId: stepVehicle(vehicles, vehicle?.id ?? null, arrow, {
          columns,
          now: Date.now(),
          online: !mayStartBusy,
        }),
        moreVehicles: [],
      })),
  }
}
