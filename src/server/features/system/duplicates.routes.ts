import type { FastifyInstance } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import { mount } from '#server/core/mount.ts'
import type { Deps } from '#server/core/slice.ts'
import { AppError } from '#shared/core/errors.ts'
import { duplicates } from '#shared/features/system/duplicates.contract.ts'

/** What may be asked, by the names that the family's clients send; those of ours differ for one table. */
const columns: Record<string, { table: string; fields: readonly string[]; where?: RawBuilder<unknown> }> = {
  sys_user: { table: 'sys_user', fields: ['username', 'phone', 'email', 'work_no'] },
  sys_role: { table: 'sys_role', fields: ['role_code'] },
  sys_depart_role: {
    table: 'sys_depart_role',
    fields: ['role_code'],
    // The code is a store's own, and the stores are narrowed by the scope.
    where: sql`exists (select from sys_depart d where d.id = t.depart_id)`,
  },
  sys_position: { table: 'sys_position', fields: ['code'] },
  sys_dict: { table: 'sys_dict', fields: ['dict_code'] },
  sys_check_rule: { table: 'sys_check_rule', fields: ['rule_code'] },
  sys_permission: { table: 'sys_permission', fields: ['perms'] },
  sys_sms_template: { table: 'sys_message_template', fields: ['template_code'] },
}

export function duplicatesRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, duplicates, {
    check: async ({ query: { tableName, fieldName, fieldVal, dataId }, ctx }) => {
      const known = Object.hasOwn(columns, tableName) ? columns[tableName] : undefined
      if (!known?.fields.includes(fieldName)) throw new AppError('duplicates.unknown')
      if (fieldVal.includes('\0') || dataId?.includes('\0')) throw new AppError('duplicates.unknown')
      const value = fieldName === 'username' ? fieldVal.toLowerCase() : fieldVal
      const taken = await ctx.tx((trx) =>
        sql`select from ${sql.table(known.table)} t where t.${sql.ref(fieldName)} = ${value}
          and t.id::text <> ${dataId ?? ''} and ${known.where ?? sql`true`} limit 1`.execute(trx),
      )
      if (taken.rows.length > 0 && value !== '') throw new AppError('duplicates.taken', { field: fieldName })
      return null
    },
  })
}
