import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { leaveFields } from '#renderer/core/hotkeys.ts'
import { useMay } from '#renderer/core/session.ts'
import { usePlatform } from '#renderer/platform/context.ts'
import { AppError } from '#shared/core/errors.ts'
import type { Scan } from '#shared/ipc/devices.ts'
import type { KeptPlace } from '#shared/ipc/line.ts'
import type { Said } from './counter.calc.ts'
import { withoutLeft } from './recent.calc.ts'
import { keepStarts } from './recent-store.ts'
import type { useChoices } from './use-choices.ts'

const KEY = ['keptLine']
/** Numbers expire also when nobody does anything. */
const EVERY_MS = 15_000

/** The guests who were lined up without the server, here and at the store's other counters, and the one whose ride is on the board. */
export function usePlaces() {
  const { keptLine } = usePlatform()
  const queries = useQueryClient()
  const maySee = useMay('queue:list')
  const [upId, setUp] = useState<string | null>(null)
  const { data, error } = useQuery({
    queryKey: KEY,
    queryFn: () => keptLine?.list() ?? [],
    enabled: keptLine !== null,
    refetchInterval: EVERY_MS,
  })
  const refresh = useCallback(() => queries.invalidateQueries({ queryKey: KEY }), [queries])
  useEffect(() => keptLine?.onChange(() => void refresh()), [keptLine, refresh])
  const waited = useRef(data)
  useEffect(() => {
    if (!data) return
    const before = waited.current ?? []
    keepStarts((starts) => withoutLeft(starts, before, data))
    waited.current = data
  }, [data])
  const places = data ?? []
  const up = places.find(({ id, at }) => id === upId && at === null) ?? null

  /** Why the ride on the board must not begin: it would be another ride than that of the place. */
  function lackOf(memberId: string): AppError | null {
    if (upId === null) return null
    if (!up) return new AppError('line.goneMeanwhile')
    const { userId } = up.fields
    if (userId === '' || memberId === '' || memberId === userId) return null
    return new AppError('line.someoneElse', { ticket: up.ticketNo })
  }

  return {
    /** Null where nobody can be lined up without the server, or may see who is. */
    all: keptLine && maySee ? places : null,
    error,
    up,
    isUp: upId !== null,
    lackOf,
    refresh,
    putBack: useCallback(() => setUp(null), []),
    /** Brings a guest who has waited to the board, with all that was chosen; the ride begins with the keys of every start. */
    putUp(place: KeptPlace, { choices, who, say, emptied }: Board): void {
      const { consumeVehicleMode, ruleId, people, racer, remark, vehicleId, userId } = place.fields
      emptied()
      if (consumeVehicleMode !== choices.mode) choices.chooseMode(consumeVehicleMode)
      choices.choose({
        type: place.consumeType,
        ruleId,
        people,
        racer,
        remark,
        vehicleId: vehicleId || null,
        ownMode: consumeVehicleMode,
      })
      setUp(place.id)
      leaveFields()
      say({ key: 'line.up', values: { ticket: place.ticketNo } })
      if (userId === '') who.clear()
      else void who.find({ id: userId })
    },
    scanned: ({ kind, value }: Scan): KeptPlace | undefined =>
      kind === 'ticket' ? places.find(({ id, ticketNo }) => id === value || ticketNo === value) : undefined,
  }
}

/** What is on the screen for the guest. */
interface Board {
  choices: Pick<ReturnType<typeof useChoices>, 'mode' | 'chooseMode' | 'choose'>
  who: { clear(): void; find(by: { id: string }): unknown }
  say(said: Said): void
  emptied(): void
}
