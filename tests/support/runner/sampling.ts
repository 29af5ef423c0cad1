import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..', '..')
const DAY_MS = 86_400_000
/** How many commits count as changed while no release has a tag. */
const COMMITS_WITHOUT_TAG = 20

const hashOf = (text: string): number => createHash('sha1').update(text).digest().readUInt32BE()

/** The indexes of the cases that a seed chooses. Consecutive seeds choose all cases in turn; the order depends on the name. */
export function indexesOf(cases: number, { of, most, seed }: { of: string; most: number; seed: number }): Set<number> {
  const turns = Array.from({ length: cases }, (_, index) => ({ index, turn: hashOf(`${of} ${index}`) }))
  const inTurn = turns.sort((one, other) => one.turn - other.turn).map(({ index }) => index)
  return new Set(Array.from({ length: most }, (_, index) => inTurn[(seed * most + index) % cases] ?? 0))
}

/** How many groups of calls are tried with all cases because they have changed, unless one slice alone has more. */
const MAX_CHANGED_GROUPS = 6

/**
 * The changed slices whose calls a seed tries with all cases; `groups` has the slice of each group of calls. If too many have changed,
 * they take turns: each is the first one within as many days as there are.
 */
export function slicesInTurn(changed: readonly string[], groups: readonly string[], seed: number): string[] {
  const slices = [...new Set(groups)].filter((slice) => changed.includes(slice)).sort()
  const inTurn = slices.map((_, index) => slices[(seed + index) % slices.length] ?? '')
  const groupsOf = (some: readonly string[]) => groups.filter((slice) => some.includes(slice)).length
  const isWithinLimit = (some: readonly string[]) => some.length === 1 || groupsOf(some) <= MAX_CHANGED_GROUPS
  return inTurn.filter((_, index) => isWithinLimit(inTurn.slice(0, index + 1)))
}

/** Whether this run takes every case, as `npm run test:all` does. */
export const takesAll = (): boolean => process.env.PITLANE_TEST_SAMPLE === 'all'

/** The seed of this run's samples: PITLANE_TEST_SEED, or else the number of days since 1970. */
export function seedOfRun(): number {
  const { PITLANE_TEST_SEED } = process.env
  const seed = Number(PITLANE_TEST_SEED || Math.floor(Date.now() / DAY_MS))
  if (!Number.isSafeInteger(seed) || seed < 0)
    throw new Error(`PITLANE_TEST_SEED must be a number: ${PITLANE_TEST_SEED}`)
  return seed
}

/** Sources and other files, but no tests, that differ from the last release; none in a shallow clone or without git. */
export function changedFiles(): string[] {
  const git = (...args: string[]): string | null => {
    try {
      return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
    } catch {
      return null
    }
  }
  if (git('rev-parse', '--is-shallow-repository') !== 'false') return []
  const since = git('describe', '--tags', '--abbrev=0') ?? `HEAD~${COMMITS_WITHOUT_TAG}`
  const files = (git('diff', '--name-only', since) ?? '').split('\n').filter(Boolean)
  return files.filter((file) => !file.endsWith('.test.ts'))
}
