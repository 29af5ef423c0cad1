import { isUnavailable } from './database.ts'

/** One call of a batch: the scope of rows that it may touch, and the key by which its answer is found. */
interface BatchItem {
  scope: string
  scopeEnd: string
  key: string
}

/** Runs a call in a batch, or by `alone`, which runs it on its own and may wait for locks or refuse. */
export type StatementBatcher<T> = (item: BatchItem, alone: () => Promise<T>) => Promise<T>

/** Returns the answers by the items' keys; an item without an answer was not processed. */
type Statement<T> = (items: readonly BatchItem[]) => Promise<Record<string, T>>

interface Waiting<T> {
  item: BatchItem
  done: (answer: T | undefined) => void
  failed: (error: unknown) => void
}

/** While one statement's commit is flushed to disk, another one runs. */
const MAX_STATEMENTS = 2
/** Items of one statement; a larger batch would delay each of its calls too much. */
const MAX_BATCH = 32
/** Duration of a statement; one that takes longer may be waiting for a lock, and later calls do not wait for it. */
const PROMPT_MS = 25

/**
 * Runs calls that arrive at the same moment in one statement, so that they share its round trip, its plan and its commit.
 *
 * A call that arrives while nothing runs is run alone at once, because a batch of one costs more than its own statement. Calls that
 * arrive while others run are collected for the next batch. It starts when it has as many calls as those that run, so that steady
 * traffic divides into two halves and not into many small statements.
 *
 * Items that a statement did not process are run alone, and so are all items of a failed statement: either nothing was committed, or their
 * keys return the stored answers. Only an outage of the database fails all of them.
 */
export function createStatementBatcher<T>(
  statement: Statement<T>,
  onError: (error: unknown) => void,
): StatementBatcher<T> {
  // A statement sees the rows of one scope.
  const lanes = new Map<string, StatementBatcher<T>>()
  return (item, alone) => {
    const scope = `${item.scope} ${item.scopeEnd}`
    const lane = lanes.get(scope) ?? createScopeBatcher(statement, onError)
    lanes.set(scope, lane)
    return lane(item, alone)
  }
}

function createScopeBatcher<T>(statement: Statement<T>, onTrouble: (error: unknown) => void): StatementBatcher<T> {
  let waiting: Waiting<T>[] = []
  /** A call that is repeated while its first attempt is in progress runs alone, and waits for it in the database. */
  const inProgress = new Set<string>()
  let running = 0
  /** Calls in statements that have run for less than `PROMPT_MS`. */
  let recent = 0
  /** Calls that run alone because nothing else ran. They may wait for locks, so they do not hold back a batch. */
  let alone = 0

  const startNext = (): void => {
    if (waiting.length > 0 && running < MAX_STATEMENTS && waiting.length >= Math.min(recent, MAX_BATCH)) void work()
  }

  const work = async (): Promise<void> => {
    const some = waiting.slice(0, MAX_BATCH)
    waiting = waiting.slice(MAX_BATCH)
    running++
    let prompt = some.length
    recent += prompt
    const stopCounting = () => {
      recent -= prompt
      prompt = 0
    }
    const timer = setTimeout(() => {
      stopCounting()
      startNext()
    }, PROMPT_MS)
    let settle: (one: Waiting<T>) => void
    try {
      const answers = await statement(some.map(({ item }) => item))
      settle = ({ item, done }) => done(answers[item.key])
    } catch (error) {
      // During an outage running alone would fail too; any other failure may be caused by one item.
      const isOutage = isUnavailable(error)
      if (!isOutage) onTrouble(error)
      settle = ({ done, failed }) => (isOutage ? failed(error) : done(undefined))
    }
    clearTimeout(timer)
    stopCounting()
    running--
    for (const { item } of some) inProgress.delete(item.key)
    startNext()
    for (const one of some) settle(one)
  }

  const runAlone = async (key: string, work: () => Promise<T>): Promise<T> => {
    alone++
    try {
      return await work()
    } finally {
      alone--
      inProgress.delete(key)
    }
  }

  const joinBatch = (item: BatchItem): Promise<T | undefined> =>
    new Promise((done, failed) => {
      waiting.push({ item, done, failed })
      startNext()
    })

  return async (item, runByItself) => {
    if (inProgress.has(item.key)) return runByItself()
    inProgress.add(item.key)
    if (running === 0 && alone === 0) return runAlone(item.key, runByItself)
    const answer = await joinBatch(item)
    return answer === undefined ? runByItself() : answer
  }
}
