import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { client } from '#renderer/core/client.ts'
import { useLive } from '#renderer/core/hooks.ts'
import { storedPrintId } from '#renderer/core/print-id.ts'
import { queryClient } from '#renderer/core/query.ts'
import { usePlatform } from '#renderer/platform/context.ts'
import type { KeptShiftsPort } from '#renderer/platform/platform.ts'
import { AppError } from '#shared/core/errors.ts'

/**
 * The keeper of this counter's drawer: this terminal while offline and until its actions are uploaded; null for the
 * server.
 */
export function useKeeper(): () => Promise<KeptShiftsPort | null> {
  const { keptShifts, connection } = usePlatform()
  return async () => {
    if (!keptShifts) return null
    return !connection.get().online || (await keptShifts.here()).waiting > 0 ? keptShifts : null
  }
}

/** The open shift of this counter, or null. */
export function useShift(isAsked: boolean) {
  const { keptShifts, connection } = usePlatform()
  const { online } = useLive(connection)
  const keeper = useKeeper()
  useEffect(() => keptShifts?.onChange(() => void refreshShifts()), [keptShifts])
  return useQuery({
    queryKey: ['shifts', 'here', online],
    queryFn: async () => {
      const kept = await keeper()
      if (!kept) return (await client.shifts.current()).result
      const { shift, isKnown } = await kept.here()
      if (!isKnown) throw new AppError('shifts.notKnownHere')
      return shift
    },
    enabled: isAsked,
    retry: false,
  })
}

export const refreshShifts = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['shifts'] })

/** The printer of this counter. */
export function usePrintId(): () => string {
  const { settings } = usePlatform()
  return () => settings?.state.get()?.printId ?? storedPrintId()
}
