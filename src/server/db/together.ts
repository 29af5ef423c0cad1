import { isUnavailable } from './database.ts'

/** What one of several calls is to one statement: whose rows it may touch, the key that its answer is found by, and what else it says. */
interface TogetherItem {
  scope: string
  scopeEnd: string
  key: string
}

/** Does it together with others, or by `alone`, which does it by itself and may have to wait for somebody or refuse. */
export type Together<T> = (item: TogetherItem, alone: () => Promise<T>) => Promise<T>

/** Answers by the items' keys what was done; what has no answer was left alone. */
type Statement<T> = (items: readonly TogetherItem[]) => Promise<Record<string, T>>

interface Waiting<T> {
  item: TogetherItem
  done: (answer: T | undefined) => void
  failed: (error: unknown) => void
}

/** While one statement is at work and its commit goes to the disk, another is. */
const AT_ONCE = 2
/** Of one statement; longer than that nobody waits for those beside. */
const MOST = 32
/** Of a statement, in milliseconds. One that takes longer may wait for somebody, and others do not wait with it. */
const PROMPT_MS = 25

/**
 * Does by one statement what many calls ask for at the same moment, so that they share its trip, its plan and its commit. A call that comes
 * while nobody else is at work goes alone, at once, because a statement for many costs one more than its own; while others are at work,
 * those that come gather for the next. It begins beside them when as many have gathered as are at work, so that those who come again and
 * again divide into two halves and not into many small statements. What the statement left alone goes alone too, and everything in one that failed: nothing of it has
 * happened, or its keys say that it has; only an outage is everybody's.
 */
export function createTogether<T>(statement: Statement<T>, onTrouble: (error: unknown) => void): Together<T> {
  // A statement sees the rows of one scope.
  const lanes = new Map<string, Together<T>>()
  return (item, alone) => {
    const scope = `${item.scope} ${item.scopeEnd}`
    const lane = lanes.get(scope) ?? createLane(statement, onTrouble)
    lanes.set(scope, lane)
    return lane(item, alone)
  }
}

function createLane<T>(statement: Statement<T>, onTrouble: (error: unknown) => void): Together<T> {
  let waiting: Waiting<T>[] = []
  /** A call that is repeated while its first is under way goes alone, and waits there for it. */
  const underWay = new Set<string>()
  let atWork = 0
  /** In the statements that are at work and have not been for long. */
  let promptly = 0
  /** Calls that went alone because nobody else was at work. They may wait for somebody, so they keep nobody from going. */
  let alone = 0

  const goOn = (): void => {
    if (waiting.length > 0 && atWork < AT_ONCE && waiting.length >= Math.min(promptly, MOST)) void work()
  }

  const work = async (): Promise<void> => {
    const some = waiting.slice(0, MOST)
    waiting = waiting.slice(MOST)
    atWork++
    let prompt = some.length
    promptly += prompt
    const noMorePrompt = () => {
      promptly -= prompt
      prompt = 0
    }
    const timer = setTimeout(() => {
      noMorePrompt()
      goOn()
    }, PROMPT_MS)
    let tell: (one: Waiting<T>) => void
    try {
      const answers = await statement(some.map(({ item }) => item))
      tell = ({ item, done }) => done(answers[item.key])
    } catch (error) {
      // Without a database nobody gets on alone either; whatever else it is may be the fault of one of them.
      const isOutage = isUnavailable(error)
      if (!isOutage) onTrouble(error)
      tell = ({ done, failed }) => (isOutage ? failed(error) : done(undefined))
    }
    clearTimeout(timer)
    noMorePrompt()
    atWork--
    for (const { item } of some) underWay.delete(item.key)
    goOn()
    for (const one of some) tell(one)
  }

  const goAlone = async (key: string, work: () => Promise<T>): Promise<T> => {
    alone++
    try {
      return await work()
    } finally {
      alone--
      underWay.delete(key)
    }
  }

  const goTogether = (item: TogetherItem): Promise<T | undefined> =>
    new Promise((done, failed) => {
      waiting.push({ item, done, failed })
      goOn()
    })

  return async (item, byItself) => {
    if (underWay.has(item.key)) return byItself()
    underWay.add(item.key)
    if (atWork === 0 && alone === 0) return goAlone(item.key, byItself)
    const answer = await goTogether(item)
    return answer === undefined ? byItself() : answer
  }
}
