import { fromWireTime } from '#shared/core/time.ts'
import type { Member } from './members.contract.ts'

/** The code of why a member may not be charged at this moment, or null. */
export function standingRefusal(
  { frozen, endTime }: Pick<Member, 'frozen' | 'endTime'>,
  now: number,
): 'members.frozen' | 'members.ended' | null {
  if (frozen) return 'members.frozen'
  return endTime !== null && fromWireTime(endTime).getTime() <= now ? 'members.ended' : null
}
