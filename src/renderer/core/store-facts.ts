import { useQuery } from '@tanstack/react-query'
import { businessDay, dayEnds, daysAfter, toWireTime } from '#shared/core/time.ts'
import { client } from './client.ts'
import { useNow } from './hooks.ts'
import { useSession } from './session.ts'

const MINUTE_MS = 60_000

/** Facts about the current store: whether it takes cash, its time zone, and its usage end date. */
export function useStoreFacts({ enabled = true, everyMs }: { enabled?: boolean; everyMs?: number } = {}) {
  const orgCode = useSession(({ session }) => session?.userInfo.orgCode) ?? ''
  return useQuery({
    queryKey: ['departInfo', orgCode],
    queryFn: async () => (await client.consume.getDepartInfo()).result,
    enabled: enabled && orgCode !== '',
    ...(everyMs === undefined ? {} : { refetchInterval: everyMs }),
  })
}

/** The current business day of the store; updates when the next one begins. */
export function useBusinessDay(): string {
  const store = useStoreFacts().data
  const minute = useNow(MINUTE_MS)
  return businessDay(new Date(minute), store?.timeZone, store?.dayStartHour)
}

/** The start of the business day, in the format of list filters. */
export function useDayBegin(): string {
  const store = useStoreFacts().data
  return toWireTime(dayEnds(daysAfter(useBusinessDay(), -1), store?.timeZone, store?.dayStartHour))
}
