import type { Selectable } from 'kysely'
import type { CallContext } from '#server/core/slice.ts'
import type { Tables } from '#server/db/tables.ts'
import { toWireTime } from '#shared/core/time.ts'
import type { DepartRole } from '#shared/features/access/depart-roles.contract.ts'
import type { Depart } from '#shared/features/access/departs.contract.ts'
import type { DataRule } from '#shared/features/access/permissions.contract.ts'
import type { Role } from '#shared/features/access/roles.contract.ts'

interface Stamped {
  createdBy: string
  createdAt: Date
  updatedBy: string | null
  updatedAt: Date | null
}

/** The fields of the API family's entities for who created and changed a row (`api-family 1.6`). */
export const stampsOf = ({ createdBy, createdAt, updatedBy, updatedAt }: Stamped) => ({
  createBy: createdBy || null,
  createTime: toWireTime(createdAt),
  updateBy: updatedBy,
  updateTime: updatedAt && toWireTime(updatedAt),
})

/** The answer of a call without a result. */
export const done = (work: Promise<unknown>): Promise<null> => work.then(() => null)

/** The columns of the user who creates a row. */
export const created = ({ user }: Pick<CallContext, 'user'>, at: Date) => ({ createdBy: user.username, createdAt: at })

/** The columns of the user who changes a row. */
export const updated = ({ user }: Pick<CallContext, 'user'>, at: Date) => ({ updatedBy: user.username, updatedAt: at })

export function toDepart(row: Selectable<Tables['store']>): Depart {
  const { kind: _, name, nameEn, shortName, sortOrder, acceptsCash, ...fields } = row
  return {
    ...fields,
    ...stampsOf(row),
    departName: name,
    departNameEn: nameEn,
    departNameAbbr: shortName,
    departOrder: sortOrder,
    acceptsCash,
    endTime: row.endTime && toWireTime(row.endTime),
    externalStoreId: row.externalStoreId || row.orgCode,
    // The parent's code is the prefix, without the last three characters.
    orgType: String(row.orgCode.length / 3),
    delFlag: '0',
  }
}

export const toRole = (row: Selectable<Tables['role']>): Role => ({ ...row, ...stampsOf(row) })

export const toDepartRole = (row: Selectable<Tables['storeRole']>): DepartRole => ({
  ...row,
  ...stampsOf(row),
  departId: row.storeId,
})

// The same list of conditions is a constraint of the database.
export const toDataRule = (row: Selectable<Tables['permissionRule']>): DataRule =>
  ({ ...row, ...stampsOf(row) }) as DataRule
