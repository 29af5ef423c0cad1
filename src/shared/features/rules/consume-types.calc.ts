import type { ConsumeType } from './consume-rules.contract.ts'

/** Types that are for guests and staff; the others are charged to a member. */
const guestTypes: readonly ConsumeType[] = ['NOCARDCONSUME', 'TESTCARD', 'GROUPCOUPON']

export const isForGuests = (type: ConsumeType): boolean => guestTypes.includes(type)
