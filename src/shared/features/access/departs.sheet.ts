import { z } from 'zod'
import type { Sheet } from '#shared/core/excel.ts'
import { exact, line } from '#shared/core/text.ts'
import { DepartAdd } from './departs.contract.ts'

/**
 * A row of a workbook. `parent` is the code or name of the parent store. Without it the prefix of `orgCode` decides, and
 * without both the store is added below the current one. The server assigns the code itself.
 */
export const DepartImport = z.object({
  parent: line(100).nullish(),
  orgCode: exact(64).nullish(),
  departName: DepartAdd.shape.departName,
  orgCategory: DepartAdd.shape.orgCategory,
  departNameEn: DepartAdd.shape.departNameEn,
  departNameAbbr: DepartAdd.shape.departNameAbbr,
  departOrder: DepartAdd.shape.departOrder,
  mobile: DepartAdd.shape.mobile,
  fax: DepartAdd.shape.fax,
  address: DepartAdd.shape.address,
  description: DepartAdd.shape.description,
  memo: DepartAdd.shape.memo,
  externalStoreId: DepartAdd.shape.externalStoreId,
  status: DepartAdd.shape.status,
  queuePrefix: DepartAdd.shape.queuePrefix,
  timeZone: DepartAdd.shape.timeZone,
  dayStartHour: DepartAdd.shape.dayStartHour,
})
export type DepartImport = z.output<typeof DepartImport>

/** The columns of a workbook of stores, for export and import. What a store has bought is not part of it. */
export const departSheet: Sheet = {
  title: 'sheet.depart',
  columns: {
    departName: 'depart.name',
    parent: 'depart.parent',
    orgCode: 'depart.code',
    orgCategory: 'depart.category',
    departNameEn: 'depart.nameEn',
    departNameAbbr: 'depart.abbr',
    departOrder: 'depart.order',
    mobile: 'depart.mobile',
    fax: 'depart.fax',
    address: 'depart.address',
    description: 'depart.description',
    memo: 'depart.memo',
    externalStoreId: 'depart.externalStoreId',
    status: 'depart.status',
    queuePrefix: 'depart.queuePrefix',
    timeZone: 'depart.timeZone',
    dayStartHour: 'depart.dayStartHour',
  },
}
