import { AppError } from '#shared/core/errors.ts'
import type { SignedIn } from './signed-in.ts'

/** A handler as `mount` takes it. */
// biome-ignore lint/suspicious/noExplicitAny: handlers of every call
type AnyHandler = (input: any) => unknown

/** Admits the platform administrator alone to these handlers, whatever actions a role holds. */
export const platformOnly = <H extends object>(handlers: H): H =>
  // The same names and types of handlers.
  Object.fromEntries(
    Object.entries(handlers as Record<string, AnyHandler>).map(([name, handler]) => [
      name,
      async (input: { ctx: { user: SignedIn } }) => {
        if (input.ctx.user.identity !== '-1') throw new AppError('auth.forbidden')
        return handler(input)
      },
    ]),
  ) as H
