import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { play } from '#renderer/core/sounds.ts'
import { fromWireTime } from '#shared/core/time.ts'
import type { Floor, FloorVehicle } from '#shared/features/dispatch/dispatch.schema.ts'
import { isLate, runClock } from './floor.calc.ts'

/** Should a push get lost, a board is never older than this. */
const LOOK_AGAIN_MS = 15_000
/** A run that is gone this short before its end has ended by itself. */
const NEARLY_MS = 1500

/** The floor as it is; pushes of the server make it new. */
export const useFloor = (enabled = true) =>
  useQuery({
    enabled,
    queryKey: ['floor'],
    queryFn: async () => {
      const { result } = await client.dispatch.floor()
      return { ...result, ahead: result.now - Date.now() }
    },
    refetchInterval: LOOK_AGAIN_MS,
  })

/** The server's time, second by second, whatever the clock of this computer says. */
export function useServerTime(ahead: number): number {
  const [now, setNow] = useState(Date.now() + ahead)
  useEffect(() => {
    setNow(Date.now() + ahead)
    const timer = setInterval(() => setNow(Date.now() + ahead), 1000)
    return () => clearInterval(timer)
  }, [ahead])
  return now
}

/** Sounds once for each run whose time is over, and answers the names of those vehicles for who hears a screen reader. */
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
    // One that ends by itself when its time is over is gone before anybody has looked.
    const endedBySelf = ({ run }: FloorVehicle): boolean =>
      run?.dueTime !== null && run !== null && fromWireTime(run.dueTime).getTime() - now < NEARLY_MS && !run.stoppedBy
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
