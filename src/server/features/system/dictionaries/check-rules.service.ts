import { createContext, Script } from 'node:vm'
import type { Transaction } from '#server/db/database.ts'
import { AppError } from '#shared/core/errors.ts'
import { type CheckStep, readSteps } from '#shared/features/system/check-rules.contract.ts'

/**
 * Time limit of all patterns of one check: a thousand times what they need, because a busy machine may suspend this thread
 * meanwhile.
 */
const PATIENCE_MS = 250
/** A running pattern blocks the whole process, so after a timeout patterns are not run again for this time. */
const REST_MS = 60_000
const MAX_VALUE_LENGTH = 200

/** Until when patterns are not run. */
const resting = new Map<string, number>()

/** A context that contains only the two texts below. A pattern runs as a script, because scripts can have a timeout. */
const sandbox = createContext(Object.create(null), { codeGeneration: { strings: false, wasm: false } })
/** Finds the first value that does not fit. All values in one run, because the timeout of a run costs more than its patterns. */
const firstMisfit = new Script(`((fitting) => JSON.parse(values).findIndex((value) => !fitting.test(value)))(
  new RegExp("^(?:" + pattern + ")$"))`)

/** The characters of a value that a step checks; empty if the value is too short. */
interface Part {
  beginIndex: number
  endIndex: number
  checkValue: string
}

function partsOf(steps: readonly CheckStep[], value: string): Part[] {
  let begin = 0
  return steps.map(({ digits }) => {
    if (digits === '*') return { beginIndex: 0, endIndex: value.length, checkValue: value }
    const beginIndex = begin
    begin += Number(digits)
    const endIndex = Math.min(begin, value.length)
    return { beginIndex, endIndex, checkValue: value.slice(beginIndex, endIndex) }
  })
}

/** A step that a value breaks, with the index of the value among all that were passed. */
interface Broken {
  index: number
  step: CheckStep
  part: Part
}

/** Checks values step by step; null if all pass. An empty value passes. Throws if the patterns take too long. */
function brokenStep(ruleCode: string, steps: readonly CheckStep[], values: readonly string[]): Broken | null {
  const checked = [...values.entries()].filter(([, value]) => value.trim() !== '')
  if (checked.length === 0) return null
  const tooSlow = new AppError('checkRules.tooSlow', { code: ruleCode })
  for (const [pattern, until] of resting) if (until < performance.now()) resting.delete(pattern)
  if (checked.some(([, value]) => value.length > MAX_VALUE_LENGTH)) {
    throw new AppError('common.invalidInput', { field: 'value', reason: `≤ ${MAX_VALUE_LENGTH}` })
  }
  const parts = checked.map(([, value]) => partsOf(steps, value))
  const end = performance.now() + PATIENCE_MS
  for (const [at, step] of steps.entries()) {
    const left = Math.ceil(end - performance.now())
    if (left <= 0 || resting.has(step.pattern)) throw tooSlow
    const given = parts.map((ofValue) => (ofValue[at] as Part).checkValue)
    Object.assign(sandbox, { pattern: step.pattern, values: JSON.stringify(given) })
    let misfit: unknown
    try {
      misfit = firstMisfit.runInContext(sandbox, { timeout: left })
    } catch {
      // It compiled when it was saved, so an error now is a timeout or a lack of memory.
      resting.set(step.pattern, performance.now() + REST_MS)
      throw tooSlow
    }
    if (typeof misfit === 'number' && misfit >= 0) {
      return { index: checked[misfit]?.[0] ?? 0, step, part: parts[misfit]?.[at] as Part }
    }
  }
  return null
}

/** Checks a value step by step. Throws with the message of the first failed step; an empty value passes. */
export function checkValue(ruleCode: string, steps: readonly CheckStep[], value: string): void {
  const broken = brokenStep(ruleCode, steps, [value])
  if (!broken) return
  const { step, part } = broken
  throw new AppError('checkRules.broken', { message: step.message }, { ...step, ...part, passed: false })
}

/** A value and the rule that it is checked by. */
interface Checked {
  ruleCode: string
  value: string
}

/**
 * The first found of many values that break their rules, with the message of the step; null if all pass. Each rule is read once. Throws
 * if there is no such rule.
 */
export async function breaksRules<C extends Checked>(
  trx: Transaction,
  checks: readonly C[],
): Promise<{ broken: C; message: string } | null> {
  const codes = [...new Set(checks.map(({ ruleCode }) => ruleCode))]
  if (codes.length === 0) return null
  const rules = await trx
    .selectFrom('checkRule')
    .select(['ruleCode', 'ruleJson'])
    .where('ruleCode', 'in', codes)
    .execute()
  for (const code of codes) {
    const rule = rules.find(({ ruleCode }) => ruleCode === code)
    if (!rule) throw new AppError('checkRules.unknown', { field: 'ruleCode' })
    const own = checks.filter(({ ruleCode }) => ruleCode === code)
    const found = brokenStep(
      code,
      readSteps(rule.ruleJson),
      own.map(({ value }) => value),
    )
    if (found) return { broken: own[found.index] as C, message: found.step.message }
  }
  return null
}
