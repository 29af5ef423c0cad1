import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { play } from '#renderer/core/sounds.ts'
import { fromWireTime } from '#shared/core/time.ts'
import type { Floor, FloorVehicle } from '#shared/features/dispatch/dispatch.schema.ts'
import { isLate, runClock } from './floor.calc.ts'

/** Refetched in case a push was lost */
const REFETCH_INTERVAL_MS = 15_000
/** A run that disappears within this time before its end has ended by itself */
const END_TOLERANCE_MS = 1500

/** The floor, updated by pushes. */
export const useFloor = (enabled = true) =>
  useQuery({
    enabled,
    queryKey: ['floor'],
    queryFn: async () => {
      const { result } = await client.dispatch.floor()
      return { ...result, ahead: result.now - Date.now() }
    },
    refetchInterval: REFETCH_INTERVAL_MS,
  })

/** The server's time each second, independent of the computer's clock. */
export function useServerTime(ahead: number): number {
  const [now, setNow] = useState(Date.now() + ahead)
  useEffect(() => {
    setNow(Date.now() + ahead)
    const timer = setInterval(() => setNow(Date.now() + ahead), 1000)
    return () => clearInterval(timer)
  }, [ahead])
  return now
}

/** Plays a sound once per run whose time is over; returns the names of those vehicles for screen readers. */
export function useOverrunSound(
  { vehicles, lapSeconds }: Pick<Floor, 'vehicles' | 'lapSeconds'>,
  now: number,
): string[] {
  const [late, setLate] = useState<string[]>([])
  const going = useRef(new Map<string, FloorVehicle>())
  const sounded = useRef(new Set<string>())
  useEffect(() => {
    const isOver = ({ run }: FloorVehicle): boolean => run !== null && isLate(runClock(run, now, lapSeconds))
    const here = new Map(vehicles.flatMap((one) => (one.run ? [[one.run.id, one] as const] : [])))
    // A run that ends automatically disappears before it is seen as over.
    const endedBySelf = ({ run }: FloorVehicle): boolean =>
      run?.dueTime !== null &&
      run !== null &&
      fromWireTime(run.dueTime).getTime() - now < END_TOLERANCE_MS &&
      !run.stoppedBy
    const gone = [...going.current].filter(([id, one]) => !here.has(id) && endedBySelf(one))
    const found = [...here].filter(([, one]) => isOver(one)).concat(gone)
    const news = found.filter(([id]) => !sounded.current.has(id))
    for (const [id] of news) sounded.current.add(id)
    going.current = here
    if (news.length === 0) return
    play('notice')
    setLate(news.map(([, { name }]) => name))
  }, [vehicles, lapSeconds, now])
  return late
}
