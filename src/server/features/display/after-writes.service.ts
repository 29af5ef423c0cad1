import type { CallContext } from '#server/core/slice.ts'

interface Input {
  ctx: CallContext
}
type Handler = (input: never) => Promise<unknown>

const WRITES = ['add', 'edit', 'delete', 'deleteBatch'] as const

/** Wraps the write handlers of a resource so that `work` runs after each commit. */
export function afterWrites<H extends Record<(typeof WRITES)[number], Handler>>(
  handlers: H,
  work: (orgCode: string) => Promise<void>,
): H {
  const wrapped = WRITES.map((name) => {
    const handler = handlers[name] as (input: Input) => Promise<unknown>
    const write = (input: Input) => {
      input.ctx.afterCommit(() => work(input.ctx.user.orgCode))
      return handler(input)
    }
    return [name, write] as const
  })
  // The wrapped handlers keep their types.
  return { ...handlers, ...Object.fromEntries(wrapped) }
}
