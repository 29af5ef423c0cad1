import { create } from 'zustand'
import { readStored, store } from '#renderer/core/storage.ts'

/** The tasks of the tour, in their order. Each is done when it has happened in the practice venue. */
export const tourTasks = [
  'shift',
  'find',
  'start',
  'end',
  'later',
  'settle',
  'queue',
  'recharge',
  'void',
  'help',
] as const
export type TourTask = (typeof tourTasks)[number]

/** What has happened in a practice venue. */
export type PracticeEvent =
  | { kind: 'shiftOpened' | 'found' | 'ended' | 'startedLater' | 'settled' | 'recharged' | 'voided' }
  | { kind: 'charged'; isQueued: boolean; hasMember: boolean }
  | { kind: 'reprinted'; isQueued: boolean }

/** The task that an event completes; null for none. */
export function taskDoneBy(event: PracticeEvent): TourTask | null {
  switch (event.kind) {
    case 'shiftOpened':
      return 'shift'
    case 'found':
      return 'find'
    case 'charged':
      return !event.isQueued && event.hasMember ? 'start' : null
    case 'ended':
      return 'end'
    case 'startedLater':
      return 'later'
    case 'settled':
      return 'settle'
    case 'reprinted':
      return event.isQueued ? 'queue' : null
    case 'recharged':
      return 'recharge'
    case 'voided':
      return 'void'
  }
}

const STORED_AS = 'pitlane.tour'

const isTask = (value: unknown): value is TourTask => tourTasks.some((task) => task === value)

/** The tasks that are done on this computer. */
export const useTour = create<{ done: readonly TourTask[] }>(() => {
  const stored = readStored(STORED_AS)
  return { done: Array.isArray(stored) ? stored.filter(isTask) : [] }
})

function set(done: readonly TourTask[]): void {
  store(STORED_AS, done)
  useTour.setState({ done })
}

export function completeTask(task: TourTask | null): void {
  const { done } = useTour.getState()
  if (task && !done.includes(task)) set([...done, task])
}

export const restartTour = (): void => set([])
