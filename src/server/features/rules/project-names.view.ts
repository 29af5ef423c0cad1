import type { CallContext } from '#server/core/slice.ts'
import { withProjectNames } from './sub-projects.repository.ts'

interface Row {
  sysOrgCode: string
  projectType: string
}
type Handler = (input: never) => Promise<unknown>

/** Wraps handlers so that their rows contain the name of the project. */
export function withProjectNameHandlers<H extends { list: Handler; queryById: Handler }>(handlers: H): H {
  const named = (rows: readonly Row[], ctx: CallContext) => ctx.tx((trx) => withProjectNames(trx, rows, ctx.locale))
  const { list, queryById } = handlers as Record<
    'list' | 'queryById',
    (input: { ctx: CallContext }) => Promise<unknown>
  >
  return {
    ...handlers,
    list: async (input: { ctx: CallContext }) => {
      const page = (await list(input)) as { records: Row[] }
      return { ...page, records: await named(page.records, input.ctx) }
    },
    queryById: async (input: { ctx: CallContext }) => (await named([(await queryById(input)) as Row], input.ctx))[0],
  }
}
