import { useQuery } from '@tanstack/react-query'
import { client } from '#renderer/core/client.ts'
import { storedPrintId } from '#renderer/core/print-id.ts'
import { queryClient } from '#renderer/core/query.ts'
import { usePlatform } from '#renderer/platform/context.ts'

/** The open shift of this counter; null: there is none. */
export const useShift = (isAsked: boolean) =>
  useQuery({
    queryKey: ['shifts', 'here'],
    queryFn: async () => (await client.shifts.current()).result,
    enabled: isAsked,
    retry: false,
  })

export const refreshShifts = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['shifts'] })

/** The printer that papers of this counter come from. */
export function usePrintId(): () => string {
  const { settings } = usePlatform()
  return () => settings?.state.get()?.printId ?? storedPrintId()
}
