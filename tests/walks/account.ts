import type { Sent } from './scene.ts'

/** Counts of what walks sent under a key, and of each refusal they received. */
export interface Account {
  sent: Map<string, { times: number; done: number }>
  refusals: Map<string, number>
}

export const emptyAccount = (): Account => ({ sent: new Map(), refusals: new Map() })

/** Adds what a walk sent and received. */
export function addWalk(
  account: Account,
  walk: { sent: readonly Sent[]; refusals: ReadonlyMap<string, number> },
): void {
  for (const { act, isDone } of walk.sent) {
    const { times, done } = account.sent.get(act) ?? { times: 0, done: 0 }
    account.sent.set(act, { times: times + 1, done: done + Number(isDone) })
  }
  for (const [name, count] of walk.refusals) account.refusals.set(name, (account.refusals.get(name) ?? 0) + count)
}

/** A line for each act: how often it was sent and done, and why it was refused, the most frequent reason first. */
export function accountLines({ sent, refusals }: Account): string[] {
  const reasons = Map.groupBy([...refusals], ([name]) => name.split(' ')[0] ?? '')
  const acts = [...new Set([...sent.keys(), ...reasons.keys()])].sort()
  return acts.map((act) => {
    const { times, done } = sent.get(act) ?? { times: 0, done: 0 }
    const refused = (reasons.get(act) ?? [])
      .sort(([, one], [, other]) => other - one)
      .map(([name, count]) => `${name.slice(act.length + 1)} ${count}`)
    const figures = times > 0 ? `${done} of ${times} done` : 'without a key'
    return `${act}: ${figures}${refused.length > 0 ? `; refused: ${refused.join(', ')}` : ''}`
  })
}
