import { checkedCode } from './checked-code.calc.ts'

/** Prefix of the slips for belongings in the cloakroom. */
const PREFIX = 'B.'

/** Returns the code of a cloakroom slip as it is stored, or null if the text is none. Case and spaces do not matter. */
export const slipCode = (text: string): string | null => checkedCode(PREFIX, text)
