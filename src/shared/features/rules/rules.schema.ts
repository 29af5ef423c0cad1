import { z } from 'zod'
import { Amount } from '#shared/core/money.ts'
import { route } from '#shared/core/route.ts'
import { exact } from '#shared/core/text.ts'

export const YesNo = z.enum(['YES', 'NO'])

/** Of a limit, of a code's uses and of its minutes: no limit. */
export const UNLIMITED = -1

/** The project that fits any other and is always there. */
export const GENERAL_PROJECT = 'currency'

/** More than anybody takes for a ride or a recharge. */
export const Price = Amount.min(0).max(1_000_000)
export const Count = z.number().int().min(0).max(100_000)
/** A number of times, or -1 for no limit. */
export const Limit = z.number().int().min(UNLIMITED).max(100_000)
export const Days = z.number().int().min(0).max(36_500)
/** The code of a project, of which `currency` is any. */
export const ProjectType = exact(64, 1)

type Defaults<S extends z.ZodRawShape, V> = { [K in keyof S]: K extends keyof V ? z.ZodDefault<Fitting<S[K]>> : S[K] }
type Fitting<T> = T extends z.ZodType ? T : never

/** The same fields, of which those with a value here may be left out. */
export function withDefaults<S extends z.ZodRawShape, const V extends { [K in keyof S]?: z.input<Fitting<S[K]>> }>(
  fields: z.ZodObject<S>,
  values: V,
) {
  const optional = Object.entries(values).map(([name, value]) => [name, fieldOf(fields, name).default(value)])
  // The shape is the fields' own, with these in the place of theirs; Object.fromEntries cannot say so.
  return z.object({ ...fields.shape, ...Object.fromEntries(optional) } as unknown as Defaults<S, V>)
}

const fieldOf = (fields: z.ZodObject, name: string): z.ZodType => fields.shape[name] as z.ZodType

/** The calls of rows that a store keeps in an order of its own. */
export const orderRoutes = ({ path, permission, noun }: { path: `/${string}`; permission: string; noun: string }) => ({
  sort: route({
    method: ['PUT', 'POST'],
    path: `${path}/sort`,
    summary: `Puts the ${noun} of a store in this order; all of them must be named`,
    access: `${permission}:edit`,
    body: z.object({ ids: z.array(z.uuid()).min(1).max(1000) }),
    result: z.null(),
    message: 'message.updated',
  }),
  copy: route({
    method: 'POST',
    path: `${path}/copy`,
    summary: `Adds a copy to the ${noun}, switched off until somebody switches it on`,
    access: `${permission}:add`,
    body: z.object({ id: z.uuid() }),
    result: z.object({ id: z.uuid() }),
    message: 'message.rules.copied',
    idempotent: {},
  }),
})
