import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { leaveFields } from '#renderer/core/hotkeys.ts'
import { useMay } from '#renderer/core/session.ts'
import { usePlatform } from '#renderer/platform/context.ts'
import { AppError } from '#shared/core/errors.ts'
import type { Scan } from '#shared/ipc/devices.ts'
import type { OfflineQueueEntry } from '#shared/ipc/line.ts'
import type { Notice } from './counter.calc.ts'
import { withoutServed } from './recent.calc.ts'
import { updateStarts } from './recent-store.ts'
import type { useChoices } from './use-choices.ts'

const QUERY_KEY = ['offlineQueue']
/** Numbers expire also when nobody does anything. */
const REFETCH_INTERVAL_MS = 15_000

/** The guests who were lined up without the server, here and at the store's other counters, and the one whose ride is on the board. */
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

  /** Why the ride on the board must not begin: it would be another ride than that of the entry. */
  function lackOf(memberId: string): AppError | null {
    if (resumedId === null) return null
    if (!resumed) return new AppError('line.goneMeanwhile')
    const { userId } = resumed.fields
    if (userId === '' || memberId === '' || memberId === userId) return null
    return new AppError('line.someoneElse', { ticket: resumed.ticketNo })
  }

  return {
    /** Null where nobody can be lined up without the server, or may see who is. */
    all: offlineQueue && maySee ? entries : null,
    error,
    resumed,
    isResumed: resumedId !== null,
    lackOf,
    refresh,
    release: useCallback(() => setResumedId(null), []),
    /** Brings a guest who has waited to the board, with all that was chosen; the ride begins with the keys of every start. */
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

/** What is on the screen for the guest. */
interface CounterState {
  choices: Pick<ReturnType<typeof useChoices>, 'mode' | 'chooseMode' | 'choose'>
  who: { clear(): void; find(by: { id: string }): unknown }
  showNotice(notice: Notice): void
  reset(): void
}
