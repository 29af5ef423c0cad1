import { z } from 'zod'

/** A flag on the wire. */
export const YesNo = z.enum(['YES', 'NO'])
