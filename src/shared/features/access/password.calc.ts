import { z } from 'zod'
import { exact, wrong } from '#shared/core/text.ts'

const RULE = /^(?=.*[a-zA-Z])(?=.*\d)(?=.*[^a-zA-Z\d\s]).{8,128}$/

/** At least 8 characters with a letter, a digit and a symbol: the rule of the family's clients, which the server enforces. */
export const NewPassword = exact(128).regex(RULE, wrong('signUp.passwordBad'))

/** A mobile number of mainland China. */
export const Mobile = z.string().regex(/^1[3-9]\d{9}$/, wrong('input.mobile'))
