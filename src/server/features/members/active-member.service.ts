import { AppError } from '#shared/core/errors.ts'
import type { MemberRow } from './members.repository.ts'

type Standing = Pick<MemberRow, 'frozen' | 'endTime'>

/** Why nothing may be charged to or sold to a member now, or null. `payer_refusal` and `take_hold` say the same in SQL. */
export function inactiveMemberError({ frozen, endTime }: Standing, now: Date): AppError | null {
  if (frozen) return new AppError('members.frozen', { field: 'userId' })
  return endTime !== null && endTime <= now ? new AppError('members.ended', { field: 'userId' }) : null
}

export function requireActiveMember(member: Standing, now: Date): void {
  const error = inactiveMemberError(member, now)
  if (error) throw error
}
