import { useQuery } from '@tanstack/react-query'
import { businessDay, dayEnds, daysAfter, toWireTime } from '#shared/core/time.ts'
import { client } from './client.ts'
import { useNow } from './hooks.ts'
import { useSession } from './session.ts'

const MINUTE_MS = 60_000

/** What the current store has: whether it takes cash, by which clock it reckons, until when it is paid for. */
export function useStoreFacts({ enabled = true, everyMs }: { enabled?: boolean; everyMs?: number } = {}) {
  const orgCode = useSession(({ session }) => session?.userInfo.orgCode) ?? ''
  return useQuery({
    queryKey: ['departInfo', orgCode],
    queryFn: async () => (await client.consume.getDepartInfo()).result,
    enabled: enabled && orgCode !== '',
    ...(everyMs === undefined ? {} : { refetchInterval: everyMs }),
  })
}

/** The business day that it is at the current store, also when it has begun while somebody looks. */
export function useBusinessDay(): string {
  const store = useStoreFacts().data
  const minute = useNow(MINUTE_MS)
  return businessDay(new Date(minute), store?.timeZone, store?.dayStartHour)
}

/** When it began, as lists take it. */
export function useDayBegin(): string {
  const store = useStoreFacts().data
  return toWireTime(dayEnds(daysAfter(useBusinessDay(), -1), store?.timeZone, store?.dayStartHour))
}
