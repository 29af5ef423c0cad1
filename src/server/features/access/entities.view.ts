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

/** Who made and changed a row, as the family's entities say it (`api-family 1.6`). */
export const stampsOf = ({ createdBy, createdAt, updatedBy, updatedAt }: Stamped) => ({
  createBy: createdBy || null,
  createTime: toWireTime(createdAt),
  updateBy: updatedBy,
  updateTime: updatedAt && toWireTime(updatedAt),
})

/** The answer of a call that has done something and has nothing to tell of it. */
export const done = (work: Promise<unknown>): Promise<null> => work.then(() => null)

/** The columns that say who makes a row. */
export const created = ({ user }: Pick<CallContext, 'user'>, at: Date) => ({ createdBy: user.username, createdAt: at })

/** The columns that say who changes a row. */
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
    isUnline: acceptsCash,
    endTime: row.endTime && toWireTime(row.endTime),
    externalStoreId: row.externalStoreId || row.orgCode,
    // A parent's code is the beginning of its children's, three signs shorter.
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

// The database holds the list of conditions, too.
export const toDataRule = (row: Selectable<Tables['permissionRule']>): DataRule =>
  ({ ...row, ...stampsOf(row) }) as DataRule
