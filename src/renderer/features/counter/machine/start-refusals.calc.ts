import { waitsInQueue } from '#renderer/features/counter/choices/start-modes.calc.ts'
import type { Plan } from '#renderer/features/counter/plan/plan.calc.ts'
import { AppError } from '#shared/core/errors.ts'
import { checkStart } from '#shared/features/sessions/start.calc.ts'
import { type CounterField, type CounterState, counterFields, type StartProblem } from './counter.state.ts'
import { openSaleOf } from './unanswered.calc.ts'

/** The field of the counter beside which a refusal is shown, or null. */
export function fieldOf(error: unknown): CounterField | null {
  if (!(error instanceof AppError)) return null
  if (error.code.startsWith('sessions.vehicle')) return 'vehicleId'
  const { field } = error.details
  if (field === 'sysDepartConsumeRoleId') return 'ruleId'
  return counterFields.find((one) => one === field) ?? null
}

/** The problem that a refused sale of products leaves beside the cart, also when the sale is closed; none for other refusals. */
export const problemOfSale = (error: unknown): { problem?: StartProblem } =>
  fieldOf(error) === 'lines' ? { problem: { error, field: 'lines' } } : {}

export const isPasswordError = (error: unknown): boolean =>
  error instanceof AppError && error.details.field === 'password'

/** Why a plan cannot be sent, and the field beside which this is shown; null where it can. */
export function problemOfPlan(
  plan: Plan,
  sales: Pick<CounterState, 'unansweredSale' | 'saleKey'>,
): StartProblem | null {
  const { chosen, cartProblem, lack } = plan
  const wrong = lackOf(plan)
  if (chosen.cart.length > 0 && openSaleOf(sales)) return { error: new AppError('counter.answerOpen'), field: 'lines' }
  if (wrong) return { error: new AppError(wrong.code, wrong.details), field: wrong.details.field }
  if (cartProblem) return { error: new AppError(cartProblem.code, cartProblem.details), field: 'lines' }
  return lack && { error: new AppError(lack.code), field: lack.field === 'groupNumber' ? lack.field : null }
}

/** Checks the fields of a plan as the server would; a queued guest needs no vehicle. */
function lackOf({ startMode, chosen, rule, vehicles }: Plan) {
  const isWaiting = waitsInQueue(startMode) && !chosen.arePicked
  const vehicleId = isWaiting ? 'any' : (chosen.vehicleIds[0] ?? '')
  const { mode: consumeVehicleMode, ruleId, racer, people } = chosen
  const seated = isWaiting || vehicles.length > 1 ? undefined : vehicles[0]
  return checkStart({ consumeVehicleMode, ruleId, racer, vehicleId, people }, rule, seated)
}
