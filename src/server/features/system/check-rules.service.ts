import { createContext, Script } from 'node:vm'
import { AppError } from '#shared/core/errors.ts'
import type { CheckStep } from '#shared/features/system/check-rules.contract.ts'

/** What all patterns of one check may take together; nobody else is served meanwhile, because patterns run on this thread. */
const PATIENCE_MS = 25
const LONGEST_VALUE = 200

/** A place where nothing is but the three texts below: what limits the time of a pattern is that it runs as a script. */
const place = createContext(Object.create(null), { codeGeneration: { strings: false, wasm: false } })
const fits = new Script('new RegExp("^(?:" + pattern + ")$").test(value)')

const isTimeout = (error: unknown): boolean => (error as { code?: unknown }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'

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
  if (value.length > LONGEST_VALUE) {
    throw new AppError('common.invalidInput', { field: 'value', reason: `≤ ${LONGEST_VALUE}` })
  }
  const end = performance.now() + PATIENCE_MS
  for (const [index, part] of partsOf(steps, value).entries()) {
    const step = steps[index] as CheckStep
    const left = Math.ceil(end - performance.now())
    if (left <= 0) throw tooSlow
    Object.assign(place, { pattern: step.pattern, value: part.checkValue })
    let passed: unknown
    try {
      passed = fits.runInContext(place, { timeout: left })
    } catch (error) {
      throw isTimeout(error) ? tooSlow : error
    }
    if (passed !== true) {
      throw new AppError('checkRules.broken', { message: step.message }, { ...step, ...part, passed: false })
    }
  }
}
