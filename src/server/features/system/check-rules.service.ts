import { createContext, Script } from 'node:vm'
import { AppError } from '#shared/core/errors.ts'
import type { CheckStep } from '#shared/features/system/check-rules.contract.ts'

/**
 * What all patterns of one check may take together, which is a thousand times what they need, because a busy machine may leave
 * this thread waiting meanwhile.
 */
const PATIENCE_MS = 250
/** Nobody else is served while a pattern runs, so one that took too long is not tried again so soon. */
const REST_MS = 60_000
const LONGEST_VALUE = 200

/** Until when patterns rest. */
const resting = new Map<string, number>()

/** A place where nothing is but the three texts below: what limits the time of a pattern is that it runs as a script. */
const place = createContext(Object.create(null), { codeGeneration: { strings: false, wasm: false } })
const fits = new Script('new RegExp("^(?:" + pattern + ")$").test(value)')

/** Which characters of a value a step looks at; none where the value does not reach so far. */
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

/** Checks a value step by step; refuses it with the message of the first step that it breaks. An empty one breaks none. */
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
      // It compiled when it was saved, so what goes wrong now is its time, or the memory that it wants.
      resting.set(step.pattern, performance.now() + REST_MS)
      throw tooSlow
    }
    if (passed !== true) {
      throw new AppError('checkRules.broken', { message: step.message }, { ...step, ...part, passed: false })
    }
  }
}
