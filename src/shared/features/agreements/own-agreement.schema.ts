import { z } from 'zod'
import { wrong } from '#shared/core/text.ts'

/** A drawn signature as the path of an SVG of 600 by 200: moves and lines between whole numbers. */
export const Strokes = z
  .string()
  .min(16)
  .max(50_000)
  .regex(/^(?:M\d{1,3} \d{1,3}(?:L\d{1,3} \d{1,3})*)+$/, wrong('input.signature'))

/** The safety agreement as guests see it who sign by themselves. */
export const OwnAgreement = z.object({
  /** Null where no text is published. */
  text: z.object({ id: z.uuid(), version: z.number().int(), title: z.string(), content: z.string() }).nullable(),
  isSigned: z.boolean(),
  /** A guardian must sign, which is possible at the counter only. */
  needsGuardian: z.boolean(),
})
export type OwnAgreement = z.infer<typeof OwnAgreement>
