import { z } from 'zod'

// To be imported before any schema: without it zod tries to compile checks from text, which the content security policy
// refuses and reports.
z.config({ jitless: true })
