import { textOfError, useText } from '#renderer/core/locale.ts'
import type { CounterField, StartProblem } from '#renderer/features/counter/machine/counter.state.ts'

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
