import type { FastifyInstance } from 'fastify'
import { mount } from '#server/core/http/mount.ts'
import { crudHandlers, crudTable } from '#server/core/lists/crud.ts'
import { listRules } from '#server/core/lists/list-rules.ts'
import type { Deps } from '#server/core/slice.ts'
import { requireVenue } from '#server/features/stores/index.ts'
import { newId } from '#shared/core/id.ts'
import { screenResource, screens } from '#shared/features/display/screens.contract.ts'
import { defaultLayout, type ScreenLayout } from '#shared/features/display/screens.schema.ts'
import { text } from '#shared/i18n/catalogue.ts'
import { afterWrites } from './after-writes.service.ts'
import { ensureStoreScreen, makeKey, revealKey } from './screen-keys.repository.ts'

const table = crudTable(screenResource, {
  table: 'displayScreen',
  ofStores: true,
  columns: { seenTime: 'seenAt' },
  codecs: {
    layout: {
      toWire: (stored) => ({ ...defaultLayout, ...(stored as Partial<ScreenLayout>) }),
      toColumn: (layout) => JSON.stringify(layout),
    },
  },
})

/** A screen belongs to one venue: a chain has none. */
const statementsOf = (deps: Deps): typeof table => ({
  ...table,
  async add(trx, { name, layout }, { user, at }) {
    await requireVenue(trx, user.orgCode)
    const id = newId()
    const row = { id, orgCode: user.orgCode, name, layout: JSON.stringify(layout), ...makeKey(deps) }
    await trx
      .insertInto('displayScreen')
      .values({ ...row, createdBy: user.username, createdAt: at })
      .execute()
    return id
  },
})

export function screensRoutes(app: FastifyInstance, deps: Deps): void {
  const { sealer, clock } = deps
  const handlers = crudHandlers(deps, screenResource, statementsOf(deps))
  const notifying = afterWrites(handlers, (orgCode) => deps.realtime.publish({ topic: 'display', orgCode }))
  const { requireListed } = listRules(deps, screenResource, table)
  mount(app, deps, screens, {
    ...notifying,
    open: ({ ctx }) =>
      ctx.tx(async (trx) => {
        const { orgCode, username: by } = ctx.user
        await requireVenue(trx, orgCode)
        const name = text(ctx.locale, 'screen.houseName')
        return revealKey(deps, await ensureStoreScreen({ sealer, clock }, trx, { id: newId(), orgCode, name, by }))
      }),
    address: ({ query: { id }, ctx }) =>
      ctx.tx(async (trx) => {
        await requireListed(trx, [id], ctx)
        await table.get(trx, id)
        const row = await trx
          .selectFrom('displayScreen')
          .select(['id', 'orgCode', 'keySealed'])
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
        return revealKey(deps, row)
      }),
    newKey: ({ body: { id }, ctx }) =>
      ctx.tx(async (trx) => {
        await requireListed(trx, [id], ctx)
        const { id: screenId } = await table.get(trx, id)
        const row = await trx
          .updateTable('displayScreen')
          .set({ ...makeKey(deps), updatedBy: ctx.user.username, updatedAt: clock() })
          .where('id', '=', screenId)
          .returning(['id', 'orgCode', 'keySealed'])
          .executeTakeFirstOrThrow()
        ctx.touched({ id: screenId, after: { key: 'new' } })
        ctx.afterCommit(() => deps.realtime.publish({ topic: 'display', orgCode: row.orgCode }))
        return revealKey(deps, row)
      }),
  })
}
