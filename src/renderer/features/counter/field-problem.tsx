import { textOfError, useText } from '#renderer/core/locale.ts'
import type { StartProblem } from './use-counter.ts'
import type { CounterField } from './use-start.ts'

/** Why a start was refused, beside the field that is at fault. */
export function FieldProblem({ problem, field }: { problem: StartProblem | null; field: CounterField }) {
  const { t } = useText()
  if (!problem || problem.field !== field) return null
  return (
    <p className="pl-field-problem" role="alert">
      {textOfError(t, problem.error)}
    </p>
  )
}
