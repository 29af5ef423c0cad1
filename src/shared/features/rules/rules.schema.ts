import { z } from 'zod'
import { Amount } from '#shared/core/money.ts'
import { route } from '#shared/core/route.ts'
import { exact } from '#shared/core/text.ts'

/** Value of "no limit" for limits, uses of codes and their minutes. */
export const UNLIMITED = -1

/** The built-in general project, valid for every project. */
export const GENERAL_PROJECT = 'currency'

/** Price of a ride or recharge; the bound catches typing errors. */
export const Price = Amount.min(0).max(1_000_000)
export const Count = z.number().int().min(0).max(100_000)
/** A number of times, or -1 for no limit. */
export const Limit = z.number().int().min(UNLIMITED).max(100_000)
export const Days = z.number().int().min(0).max(36_500)
/** Code of a project; `currency`: any. */
export const ProjectType = exact(64, 1)

type Defaults<S extends z.ZodRawShape, V> = { [K in keyof S]: K extends keyof V ? z.ZodDefault<Fitting<S[K]>> : S[K] }
type Fitting<T> = T extends z.ZodType ? T : never

/** Returns the same object schema with defaults for some fields. */
export function withDefaults<S extends z.ZodRawShape, const V extends { [K in keyof S]?: z.input<Fitting<S[K]>> }>(
  fields: z.ZodObject<S>,
  values: V,
) {
  const optional = Object.entries(values).map(([name, value]) => [name, fieldOf(fields, name).default(value)])
  // Object.fromEntries loses the keys' types, hence the cast.
  return z.object({ ...fields.shape, ...Object.fromEntries(optional) } as Defaults<S, V>)
}

const fieldOf = (fields: z.ZodObject, name: string): z.ZodType => fields.shape[name] as z.ZodType

/** Routes to reorder the rows of a store. */
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
    summary: `Adds a copy to the ${noun}, which is switched off`,
    access: `${permission}:add`,
    body: z.object({ id: z.uuid() }),
    result: z.object({ id: z.uuid() }),
    message: 'message.rules.copied',
    idempotent: {},
  }),
})
