import type { CallContext } from '#server/core/slice.ts'

interface Input {
  ctx: CallContext
}
type Handler = (input: never) => Promise<unknown>

const WRITES = ['add', 'edit', 'delete', 'deleteBatch'] as const

/** The handlers of a resource, with work after each of its writes that is committed. */
export function afterWrites<H extends Record<(typeof WRITES)[number], Handler>>(
  handlers: H,
  work: (orgCode: string) => Promise<void>,
): H {
  const more = WRITES.map((name) => {
    const handler = handlers[name] as (input: Input) => Promise<unknown>
    const write = (input: Input) => {
      input.ctx.afterCommit(() => work(input.ctx.user.orgCode))
      return handler(input)
    }
    return [name, write] as const
  })
  // The same handlers, which do something more.
  return { ...handlers, ...Object.fromEntries(more) }
}
