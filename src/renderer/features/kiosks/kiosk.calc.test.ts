import { expect, it } from 'vitest'
import { AppError, type ErrorCode, ServerError } from '#shared/core/errors.ts'
import { isUnanswered } from './kiosk.calc.ts'

it.each([
  ['common.unavailable', 200, true],
  ['common.unavailable', 503, true],
  ['common.timeout', 504, true],
  ['common.busy', 200, true],
  ['common.internal', 500, false],
  ['sessions.vehicleTaken', 200, false],
] as const)('a call answered with %s (HTTP %i) may have been done: %s', (code, status, isOpen) => {
  expect(isUnanswered(new ServerError(code, {}, '', '', status))).toBe(isOpen)
})

it.each<[ErrorCode, boolean]>([
  ['common.offline', true],
  ['common.timeout', true],
  ['auth.forbidden', false],
])('a call that failed with %s may have been done: %s', (code, isOpen) => {
  expect(isUnanswered(new AppError(code))).toBe(isOpen)
})
