import { useQuery } from '@tanstack/react-query'
import { client } from '#renderer/core/client.ts'
import { queryClient } from '#renderer/core/query.ts'
import { type BookedSession, daysOf, type Span, sessionsByDay } from './days.calc.ts'

/** The sessions of the shown days, updated by pushes. */
export function useCalendar(span: Span, day: string) {
  const days = daysOf(span, day)
  const fromDay = days[0] ?? day
  const toDay = days.at(-1) ?? day
  return useQuery({
    queryKey: ['reservations', 'calendar', fromDay, toDay],
    queryFn: async (): Promise<{ day: string; sessions: BookedSession[] }[]> => {
      const { result } = await client.reservationSessions.calendar({ query: { fromDay, toDay } })
      return sessionsByDay(days, result.sessions, result.reservations)
    },
    placeholderData: (before) => before,
    // States also change with the clock.
    refetchInterval: 60_000,
  })
}

/** Refreshes calendar and lists after an own change. */
export const refreshReservations = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['reservations'] })
