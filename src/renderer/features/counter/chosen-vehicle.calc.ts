import { AppError } from '#shared/core/errors.ts'
import type { Notice } from './counter.calc.ts'

/** A start was refused for want of a vehicle. One that stands chosen answers that, also where the screen has chosen it by itself. */
export const remainingProblem = <P extends { error: unknown }>(problem: P | null, hasVehicle: boolean): P | null =>
  hasVehicle && problem?.error instanceof AppError && problem.error.code === 'sessions.vehicleRequired' ? null : problem

/** What the strip says of a guest who was brought to the board: to choose a vehicle only where none is chosen. */
export const remainingNotice = (notice: Notice | null, hasVehicle: boolean): Notice | null =>
  hasVehicle && notice?.key === 'line.up' ? { ...notice, key: 'line.upChosen' } : notice
