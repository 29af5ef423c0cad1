import { fromWireTime } from '#shared/core/time.ts'
import type { Member } from './members.contract.ts'

/** Why a member may not be charged at a moment, or null. */
export function standingRefusal(
  { frozen, endTime }: Pick<Member, 'frozen' | 'endTime'>,
  now: number,
): 'members.frozen' | 'members.ended' | null {
  if (frozen) return 'members.frozen'
  return endTime !== null && fromWireTime(endTime).getTime() <= now ? 'members.ended' : null
}
