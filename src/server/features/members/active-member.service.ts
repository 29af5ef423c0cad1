import { AppError } from '#shared/core/errors.ts'
import type { MemberRow } from './members.repository.ts'

type Standing = Pick<MemberRow, 'frozen' | 'endTime'>

/**
 * Why nothing may be charged or sold to a member now, or null. The SQL functions `payer_refusal` and `take_hold` implement the same rule.
 */
export function inactiveMemberError({ frozen, endTime }: Standing, now: Date): AppError | null {
  if (frozen) return new AppError('members.frozen', { field: 'userId' })
  return endTime !== null && endTime <= now ? new AppError('members.ended', { field: 'userId' }) : null
}

export function requireActiveMember(member: Standing, now: Date): void {
  const error = inactiveMemberError(member, now)
  if (error) throw error
}
