import { textOfError, useText } from '#renderer/core/locale.ts'
import type { StartProblem } from './use-counter.ts'
import type { CounterField } from './use-start.ts'

/** The error of a refused start, beside the field that caused it. */
export function FieldProblem({ problem, field }: { problem: StartProblem | null; field: CounterField }) {
  const { t } = useText()
  if (!problem || problem.field !== field) return null
  return (
    <p className="pl-field-problem" role="alert">
      {textOfError(t, problem.error)}
    </p>
  )
}
