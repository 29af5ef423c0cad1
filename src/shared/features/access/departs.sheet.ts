import { z } from 'zod'
import type { Sheet } from '#shared/core/excel.ts'
import { exact, line } from '#shared/core/text.ts'
import { DepartAdd } from './departs.contract.ts'

/**
 * A row of a workbook: the store above by its code or name. Where it is empty, the code says it, whose beginning is that of the store
 * above; without both a store comes below the current one. The code itself is made by the server.
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

/** The columns of a workbook of stores, written and read; what a store has bought is the platform's and not in it. */
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
