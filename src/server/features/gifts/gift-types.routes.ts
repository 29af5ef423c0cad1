import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { mount } from '#server/core/http/mount.ts'
import { crudHandlers, crudTable } from '#server/core/lists/crud.ts'
import type { Deps } from '#server/core/slice.ts'
import { excelHandlers } from '#server/core/workbooks/excel.ts'
import { storeFor } from '#server/features/rules/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { giftTypeResource, giftTypeSheet, giftTypes } from '#shared/features/gifts/gift-types.contract.ts'

const table = crudTable(giftTypeResource, { table: 'giftType', ofStores: true })

const statements: typeof table = {
  ...table,
  async add(trx, { sysOrgCode, ...values }, writer) {
    const orgCode = await storeFor(trx, writer.user, sysOrgCode)
    return table.add(trx, values, { ...writer, user: { ...writer.user, orgCode } })
  },
  /** Renaming a type renames it on all of its gifts. */
  async edit(trx, id, values, writer) {
    // Gifts refer to the name, so both change before the constraint is checked.
    await sql`set constraints gift_type_exists deferred`.execute(trx)
    const change = await table.edit(trx, id, values, writer)
    const { before, after } = change
    if (before.name !== after.name) {
      await trx
        .updateTable('gift')
        .set({ giftType: after.name })
        .where('orgCode', '=', after.sysOrgCode)
        .where('giftType', '=', before.name)
        .execute()
    }
    return change
  },
  async remove(trx, ids) {
    const { rows } = await sql<{ name: string }>`select t.name from gift_type t
      where t.id::text = any(${[...ids]}::text[])
        and exists (select from gift g where g.known_type = t.name and g.org_code = t.org_code)
      limit 1`.execute(trx)
    if (rows[0]) throw new AppError('giftTypes.inUse', { type: rows[0].name })
    return table.remove(trx, ids)
  },
}

export function giftTypesRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, giftTypes, {
    ...crudHandlers(deps, giftTypeResource, statements),
    ...excelHandlers(deps, giftTypeResource, giftTypeSheet, statements),
  })
}
