import type { FastifyInstance } from 'fastify'
import { newDeviceKey } from '#server/core/auth/device-key.ts'
import { mount } from '#server/core/http/mount.ts'
import { crudHandlers, crudTable } from '#server/core/lists/crud.ts'
import { listRules } from '#server/core/lists/list-rules.ts'
import type { Deps } from '#server/core/slice.ts'
import { requireVenue } from '#server/features/stores/index.ts'
import { kioskResource, kiosks } from '#shared/features/kiosks/kiosks.contract.ts'

const table = crudTable(kioskResource, {
  table: 'kiosk',
  ofStores: true,
  columns: { keyTime: 'keyAt', seenTime: 'seenAt' },
})

/** A kiosk belongs to one venue: a chain has none. */
const statements: typeof table = {
  ...table,
  async add(trx, kiosk, writer) {
    await requireVenue(trx, writer.user.orgCode)
    return table.add(trx, kiosk, writer)
  },
}

export function kiosksRoutes(app: FastifyInstance, deps: Deps): void {
  const { requireListed } = listRules(deps, kioskResource, table)
  mount(app, deps, kiosks, {
    ...crudHandlers(deps, kioskResource, statements),
    newKey: ({ body: { id }, ctx }) =>
      ctx.tx(async (trx) => {
        await requireListed(trx, [id], ctx)
        const { id: kioskId } = await table.get(trx, id)
        const { key, keyHash } = newDeviceKey()
        const at = deps.clock()
        const row = await trx
          .updateTable('kiosk')
          .set({ keyHash, keyAt: at, updatedBy: ctx.user.username, updatedAt: at })
          .where('id', '=', kioskId)
          .returning(['id', 'orgCode'])
          .executeTakeFirstOrThrow()
        ctx.touched({ id: kioskId, after: { key: 'new' } })
        return { ...row, key }
      }),
  })
}
