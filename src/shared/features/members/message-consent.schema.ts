import { z } from 'zod'

/** Empty: never asked. NO is an opt-out of all SMS that the store sends by itself, except that a place is called. */
export const MessageConsent = z.enum(['', 'YES', 'NO'])
