import type { ConsumeType } from './consume-rules.contract.ts'

/** Types for guests and staff; all others are charged to a member. */
const guestTypes: readonly ConsumeType[] = ['NOCARDCONSUME', 'TESTCARD', 'GROUPCOUPON']

export const isForGuests = (type: ConsumeType): boolean => guestTypes.includes(type)
