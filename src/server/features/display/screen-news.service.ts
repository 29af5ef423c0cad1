import type { CallContext, Deps } from '#server/core/slice.ts'

interface Input {
  ctx: CallContext
}
type Handler = (input: never) => Promise<unknown>

const WRITES = ['add', 'edit', 'delete', 'deleteBatch'] as const

/** The handlers of a resource that screens show: what is written with them is on the screens of the store at once. */
export function tellScreens<H extends Record<(typeof WRITES)[number], Handler>>(deps: Deps, handlers: H): H {
  const telling = WRITES.map((name) => {
    const handler = handlers[name] as (input: Input) => Promise<unknown>
    const work = (input: Input) => {
      const { orgCode } = input.ctx.user
      input.ctx.afterCommit(() => deps.realtime.publish({ topic: 'display', orgCode }))
      return handler(input)
    }
    return [name, work] as const
  })
  // The same handlers, which say something more.
  return { ...handlers, ...Object.fromEntries(telling) }
}
