import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { client } from '#renderer/core/client.ts'
import { useLive } from '#renderer/core/hooks.ts'
import { storedPrintId } from '#renderer/core/print-id.ts'
import { queryClient } from '#renderer/core/query.ts'
import { usePlatform } from '#renderer/platform/context.ts'
import type { DeferredShiftsPort } from '#renderer/platform/platform.ts'
import { AppError } from '#shared/core/errors.ts'

/**
 * Where shift actions of this counter go: to the terminal, which defers them, while offline and until its actions are uploaded; null: to
 * the server.
 */
export function useDeferral(): () => Promise<DeferredShiftsPort | null> {
  const { deferredShifts, connection } = usePlatform()
  return async () => {
    if (!deferredShifts) return null
    return !connection.get().online || (await deferredShifts.here()).waiting > 0 ? deferredShifts : null
  }
}

/** The open shift of this counter, or null. */
export function useShift(isAsked: boolean) {
  const { deferredShifts, connection } = usePlatform()
  const { online } = useLive(connection)
  const deferral = useDeferral()
  useEffect(() => deferredShifts?.onChange(() => void refreshShifts()), [deferredShifts])
  return useQuery({
    queryKey: ['shifts', 'here', online],
    queryFn: async () => {
      const deferred = await deferral()
      if (!deferred) return (await client.shifts.current()).result
      const { shift, isKnown } = await deferred.here()
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
