import { AppError } from '#shared/core/errors.ts'

/** Lets only so many works of a kind run at once; whoever comes later waits in order, and is refused after a while. */
export interface Turns {
  run<T>(work: () => Promise<T>): Promise<T>
}

interface Options {
  atOnce: number
  /** How many may wait; the next one is refused at once. */
  mostWaiting: number
  patienceMs: number
}

/** The turns of this copy of the server; a work that never ends would keep its turn, so each must have an end of its own. */
export function createTurns({ atOnce, mostWaiting, patienceMs }: Options): Turns {
  const waiting = new Set<() => void>()
  let running = 0

  const ownTurn = (): Promise<void> => {
    if (running < atOnce) {
      running++
      return Promise.resolve()
    }
    if (waiting.size >= mostWaiting) return Promise.reject(new AppError('common.busy'))
    return new Promise((resolve, reject) => {
      const next = () => {
        clearTimeout(patience)
        resolve()
      }
      const patience = setTimeout(() => {
        waiting.delete(next)
        reject(new AppError('common.busy'))
      }, patienceMs)
      waiting.add(next)
    })
  }

  /** Hands the turn to whoever waits longest. */
  const pass = (): void => {
    const [next] = waiting
    if (!next) {
      running--
      return
    }
    waiting.delete(next)
    next()
  }

  return {
    async run(work) {
      await ownTurn()
      try {
        return await work()
      } finally {
        pass()
      }
    },
  }
}
