import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { mount } from '#server/core/http/mount.ts'
import type { Deps } from '#server/core/slice.ts'
import { AppError } from '#shared/core/errors.ts'
import { duplicates } from '#shared/features/system/duplicates.contract.ts'

export function duplicatesRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, duplicates, {
    check: async ({ query: { tableName, fieldName, fieldVal, dataId }, ctx }) => {
      const known = deps.registry.uniqueColumns.get(tableName)
      const column = known && Object.hasOwn(known.fields, fieldName) ? known.fields[fieldName] : undefined
      if (!known || !column) throw new AppError('duplicates.unknown')
      if (fieldVal.includes('\0') || dataId?.includes('\0')) throw new AppError('duplicates.unknown')
      const value = fieldName === 'username' ? fieldVal.toLowerCase() : fieldVal
      const taken = await ctx.tx((trx) =>
        sql`select from ${sql.table(known.table)} t where t.${sql.ref(column)}::text = ${value}
          and t.id::text <> ${dataId ?? ''} and ${known.where ?? sql`true`} limit 1`.execute(trx),
      )
      if (taken.rows.length > 0 && value !== '') throw new AppError('duplicates.taken', { field: fieldName })
      return null
    },
  })
}
