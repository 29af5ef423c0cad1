import type { Notice } from '#renderer/core/notice.ts'
import { AppError } from '#shared/core/errors.ts'

/** Hides the error `sessions.vehicleRequired` as soon as a vehicle is chosen, by the cashier or by the screen. */
export const remainingProblem = <P extends { error: unknown }>(problem: P | null, hasVehicle: boolean): P | null =>
  hasVehicle && problem?.error instanceof AppError && problem.error.code === 'sessions.vehicleRequired' ? null : problem

/** The notice for a resumed queue entry asks for a vehicle only while none is chosen. */
export const remainingNotice = (notice: Notice | null, hasVehicle: boolean): Notice | null =>
  hasVehicle && notice?.key === 'line.up' ? { ...notice, key: 'line.upChosen' } : notice
