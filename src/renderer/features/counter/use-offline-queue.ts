import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { leaveFields } from '#renderer/core/hotkeys.ts'
import { useMay } from '#renderer/core/session.ts'
import { usePlatform } from '#renderer/platform/context.ts'
import { AppError } from '#shared/core/errors.ts'
import type { Scan } from '#shared/ipc/devices.ts'
import type { OfflineQueueEntry } from '#shared/ipc/offline-queue.ts'
import type { Notice } from './counter.calc.ts'
import { withoutServed } from './recent.calc.ts'
import { updateStarts } from './recent-store.ts'
import type { useChoices } from './use-choices.ts'

const QUERY_KEY = ['offlineQueue']
/** Entries expire without any event, so the list is refetched. */
const REFETCH_INTERVAL_MS = 15_000

/** The offline queue of this counter and the store's other counters, and the entry that is resumed on the screen. */
export function useOfflineQueue() {
  const { offlineQueue } = usePlatform()
  const queries = useQueryClient()
  const maySee = useMay('queue:list')
  const [resumedId, setResumedId] = useState<string | null>(null)
  const { data, error } = useQuery({
    queryKey: QUERY_KEY,
    queryFn: () => offlineQueue?.list() ?? [],
    enabled: offlineQueue !== null,
    refetchInterval: REFETCH_INTERVAL_MS,
  })
  const refresh = useCallback(() => queries.invalidateQueries({ queryKey: QUERY_KEY }), [queries])
  useEffect(() => offlineQueue?.onChange(() => void refresh()), [offlineQueue, refresh])
  const previousEntries = useRef(data)
  useEffect(() => {
    if (!data) return
    const before = previousEntries.current ?? []
    updateStarts((starts) => withoutServed(starts, before, data))
    previousEntries.current = data
  }, [data])
  const entries = data ?? []
  const resumed = entries.find(({ id, at }) => id === resumedId && at === null) ?? null

  /** Returns why the resumed entry cannot start (`line.goneMeanwhile`, `line.someoneElse`), or null. */
  function lackOf(memberId: string): AppError | null {
    if (resumedId === null) return null
    if (!resumed) return new AppError('line.goneMeanwhile')
    const { userId } = resumed.fields
    if (userId === '' || memberId === '' || memberId === userId) return null
    return new AppError('line.someoneElse', { ticket: resumed.ticketNo })
  }

  return {
    /** Null where there is no offline queue, or the user may not see it. */
    all: offlineQueue && maySee ? entries : null,
    error,
    resumed,
    isResumed: resumedId !== null,
    lackOf,
    refresh,
    release: useCallback(() => setResumedId(null), []),
    /** Shows the entry on the screen with all its choices. The ride is started with the normal start keys. */
    resume(entry: OfflineQueueEntry, { choices, who, showNotice, reset }: CounterState): void {
      const { consumeVehicleMode, ruleId, people, racer, remark, vehicleId, userId } = entry.fields
      reset()
      if (consumeVehicleMode !== choices.mode) choices.chooseMode(consumeVehicleMode)
      choices.choose({
        type: entry.consumeType,
        ruleId,
        people,
        racer,
        remark,
        vehicleId: vehicleId || null,
        ownMode: consumeVehicleMode,
      })
      setResumedId(entry.id)
      leaveFields()
      showNotice({ key: 'line.up', values: { ticket: entry.ticketNo } })
      if (userId === '') who.clear()
      else void who.find({ id: userId })
    },
    findScanned: ({ kind, value }: Scan): OfflineQueueEntry | undefined =>
      kind === 'ticket' ? entries.find(({ id, ticketNo }) => id === value || ticketNo === value) : undefined,
  }
}

/** The parts of the counter that resuming an entry changes. */
interface CounterState {
  choices: Pick<ReturnType<typeof useChoices>, 'mode' | 'chooseMode' | 'choose'>
  who: { clear(): void; find(by: { id: string }): unknown }
  showNotice(notice: Notice): void
  reset(): void
}
