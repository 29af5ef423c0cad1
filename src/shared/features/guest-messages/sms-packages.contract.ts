import { z } from 'zod'
import { crudRoutes, entity, resource, undoRoutes } from '#shared/core/crud.ts'
import { creationMarks, type FieldMarks, fieldsOf } from '#shared/core/fields.ts'
import { Amount } from '#shared/core/money.ts'
import { exact, line } from '#shared/core/text.ts'
import { YesNo } from '#shared/core/yes-no.ts'

const smsPackageFields = z.object({
  packageName: line(50, 1),
  smsTexts: z.number().int().min(1).max(1_000_000),
  price: Amount.min(0.01).max(1_000_000),
  /** Code of the store whose payment provider receives the money. */
  sellerCode: exact(64, 1),
  isActive: YesNo,
  remark: line(200),
})

/** Default values of a new package. */
export const newSmsPackage = { isActive: 'YES', remark: '' } as const

const marks = {
  createTime: creationMarks.createTime,
  packageName: { kind: 'text', label: 'sms.package', sort: true },
  smsTexts: { kind: 'number', label: 'sms.texts', sort: true },
  price: { kind: 'money', label: 'sms.price', sort: true },
  sellerCode: { kind: 'text', label: 'sms.seller' },
  isActive: { kind: 'yesNo', label: 'rules.active', sort: true, dict: 'yn' },
  remark: { kind: 'text', label: 'exchange.remark' },
  id: { kind: 'id', label: 'crud.id' },
  createBy: creationMarks.createBy,
} as const satisfies FieldMarks

/** Packages of SMS that the platform sells to stores (spec §1 SMS packages). */
export const smsPackageResource = resource({
  path: '/sms/sysSmsPackage',
  permission: 'smspackage',
  noun: 'SMS packages',
  entity: entity(smsPackageFields),
  create: smsPackageFields.extend({
    isActive: YesNo.default(newSmsPackage.isActive),
    remark: line(200).default(newSmsPackage.remark),
  }),
  update: smsPackageFields,
  ...fieldsOf(marks),
})

export const smsPackages = { ...crudRoutes(smsPackageResource), ...undoRoutes(smsPackageResource) }
