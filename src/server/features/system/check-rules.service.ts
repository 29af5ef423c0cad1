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
const LONGEST_VALUE = 200

/** Until when patterns are not run. */
const resting = new Map<string, number>()

/** A context that contains only the three texts below. A pattern runs as a script, because scripts can have a timeout. */
const place = createContext(Object.create(null), { codeGeneration: { strings: false, wasm: false } })
const fits = new Script('new RegExp("^(?:" + pattern + ")$").test(value)')

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

/** Checks a value step by step. Throws with the message of the first failed step; an empty value passes. */
export function checkValue(ruleCode: string, steps: readonly CheckStep[], value: string): void {
  if (value.trim() === '') return
  const tooSlow = new AppError('checkRules.tooSlow', { code: ruleCode })
  for (const [pattern, until] of resting) if (until < performance.now()) resting.delete(pattern)
  if (value.length > LONGEST_VALUE) {
    throw new AppError('common.invalidInput', { field: 'value', reason: `≤ ${LONGEST_VALUE}` })
  }
  const end = performance.now() + PATIENCE_MS
  for (const [index, part] of partsOf(steps, value).entries()) {
    const step = steps[index] as CheckStep
    const left = Math.ceil(end - performance.now())
    if (left <= 0 || resting.has(step.pattern)) throw tooSlow
    Object.assign(place, { pattern: step.pattern, value: part.checkValue })
    let passed: unknown
    try {
      passed = fits.runInContext(place, { timeout: left })
    } catch {
      // It compiled when it was saved, so an error now is a timeout or a lack of memory.
      resting.set(step.pattern, performance.now() + REST_MS)
      throw tooSlow
    }
    if (passed !== true) {
      throw new AppError('checkRules.broken', { message: step.message }, { ...step, ...part, passed: false })
    }
  }
}

/** What a value breaks of a rule: the message of the step; null if it passes. Throws if there is no such rule. */
export async function breaksRule(trx: Transaction, ruleCode: string, value: string): Promise<string | null> {
  const rule = await trx.selectFrom('checkRule').select('ruleJson').where('ruleCode', '=', ruleCode).executeTakeFirst()
  if (!rule) throw new AppError('checkRules.unknown', { field: 'ruleCode' })
  try {
    checkValue(ruleCode, readSteps(rule.ruleJson), value)
    return null
  } catch (error) {
    if (error instanceof AppError && error.code === 'checkRules.broken') return String(error.details.message)
    throw error
  }
}
