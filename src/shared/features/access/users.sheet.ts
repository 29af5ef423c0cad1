import type { z } from 'zod'
import type { Sheet } from '#shared/core/excel.ts'
import { line } from '#shared/core/text.ts'
import { UserAdd } from './users.schema.ts'

const names = line(500).nullish()

/**
 * A row of a workbook. Stores and roles are codes or names, joined by commas; without a store the current one is used.
 * There is no password column: a password in a file is no secret, so it is set afterwards.
 */
export const UserImport = UserAdd.omit({
  ...({ password: true, confirmpassword: true, avatar: true, selectedroles: true, selecteddeparts: true } as const),
}).extend({ departs: names, roles: names })
export type UserImport = z.output<typeof UserImport>

/** The columns of a workbook of users, for export and import. */
export const userSheet: Sheet = {
  title: 'sheet.user',
  columns: {
    ...({ username: 'user.username', realname: 'user.realname', departs: 'user.departs' } as const),
    ...({ roles: 'user.roles', identity: 'user.identity', sex: 'user.sex' } as const),
    ...({ birthday: 'user.birthday', phone: 'user.phone', email: 'user.email' } as const),
    ...({ workNo: 'user.workNo', post: 'user.post', telephone: 'user.telephone' } as const),
  },
}
