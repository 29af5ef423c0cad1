import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { playSound } from '#renderer/core/sounds.ts'
import { fromWireTime } from '#shared/core/time.ts'
import type { Floor, FloorVehicle } from '#shared/features/dispatch/dispatch.schema.ts'
import { isLate, runClock } from './floor.calc.ts'

/** Refetched in case a push was lost. */
const REFETCH_INTERVAL_MS = 15_000
/** A run that disappears at most this long before its end time has ended by time. */
const END_TOLERANCE_MS = 1500

/** The floor, updated by pushes, with the offset of the server's clock from this computer's. */
export const useFloor = (enabled = true) =>
  useQuery({
    enabled,
    queryKey: ['floor'],
    queryFn: async () => {
      const { result } = await client.dispatch.floor()
      return { ...result, clockOffsetMs: result.now - Date.now() }
    },
    refetchInterval: REFETCH_INTERVAL_MS,
  })

/** The server's time each second, independent of the computer's clock. */
export function useServerTime(clockOffsetMs: number): number {
  const [now, setNow] = useState(Date.now() + clockOffsetMs)
  useEffect(() => {
    setNow(Date.now() + clockOffsetMs)
    const timer = setInterval(() => setNow(Date.now() + clockOffsetMs), 1000)
    return () => clearInterval(timer)
  }, [clockOffsetMs])
  return now
}

/** Plays a sound once per run whose time is over; returns the names of those vehicles for screen readers. */
export function useOverrunSound(
  { vehicles, lapSeconds }: Pick<Floor, 'vehicles' | 'lapSeconds'>,
  now: number,
): string[] {
  const [lateNames, setLate] = useState<string[]>([])
  const lastRunning = useRef(new Map<string, FloorVehicle>())
  const announced = useRef(new Set<string>())
  useEffect(() => {
    const isOver = ({ run }: FloorVehicle): boolean => run !== null && isLate(runClock(run, now, lapSeconds))
    const running = new Map(vehicles.flatMap((one) => (one.run ? [[one.run.id, one] as const] : [])))
    // A run that ends automatically disappears before it is seen as over.
    const endedByTime = ({ run }: FloorVehicle): boolean =>
      run?.dueTime !== null &&
      run !== null &&
      fromWireTime(run.dueTime).getTime() - now < END_TOLERANCE_MS &&
      !run.stoppedBy
    const ended = [...lastRunning.current].filter(([id, one]) => !running.has(id) && endedByTime(one))
    const over = [...running].filter(([, one]) => isOver(one)).concat(ended)
    const newlyOver = over.filter(([id]) => !announced.current.has(id))
    for (const [id] of newlyOver) announced.current.add(id)
    lastRunning.current = running
    if (newlyOver.length === 0) return
    playSound('notice')
    setLate(newlyOver.map(([, { name }]) => name))
  }, [vehicles, lapSeconds, now])
  return lateNames
}
