import PQueue from 'p-queue'
import { AppError } from '#shared/core/errors.ts'

/** Lets only so many works of a kind run at once; whoever comes later waits in order, and is refused after a while. */
export interface Turns {
  /** `who` names the person behind the work, where each person has only so many turns at once. */
  run<T>(work: () => Promise<T>, who?: string): Promise<T>
}

interface Limits {
  /** A function is asked anew whenever a work comes or ends. */
  atOnce: number | (() => number)
  /** How many may wait; the next one is refused at once. */
  mostWaiting: number
}

interface Options extends Limits {
  patienceMs: number
  /** What one person may take of it, so that nobody takes all. */
  perPerson?: Limits
}

const numberOf = (atOnce: Limits['atOnce']): number => (typeof atOnce === 'number' ? atOnce : atOnce())

/** The turns of this copy of the server; a work that never ends would keep its turn, so each must have an end of its own. */
export function createTurns({ atOnce, mostWaiting, patienceMs, perPerson }: Options): Turns {
  const everybody = new PQueue({ concurrency: numberOf(atOnce) })
  const persons = new Map<string, PQueue>()

  const queueOf = (who: string, concurrency: number): PQueue => {
    const known = persons.get(who)
    if (known) return known
    const queue = new PQueue({ concurrency })
    queue.addEventListener('idle', () => persons.delete(who))
    persons.set(who, queue)
    return queue
  }

  const adapt = (own: PQueue | undefined): void => {
    everybody.concurrency = numberOf(atOnce)
    if (own && perPerson) own.concurrency = numberOf(perPerson.atOnce)
  }

  return {
    async run(work, who) {
      const own = who !== undefined && perPerson ? queueOf(who, numberOf(perPerson.atOnce)) : undefined
      adapt(own)
      const tooMany = own && perPerson ? own.size >= perPerson.mostWaiting : false
      if (tooMany || everybody.size >= mostWaiting) throw new AppError('common.busy')
      const patience = new AbortController()
      const { signal } = patience
      const timer = setTimeout(() => patience.abort(new AppError('common.busy')), patienceMs)
      const begin = () => {
        clearTimeout(timer)
        return work()
      }
      const inOrder = () => everybody.add(begin, { signal })
      try {
        return await (own ? own.add(inOrder, { signal }) : inOrder())
      } finally {
        clearTimeout(timer)
        adapt(own)
      }
    },
  }
}
