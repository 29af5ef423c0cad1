import { z } from 'zod'
import { address } from '#shared/core/address.ts'
import { entity, resource } from '#shared/core/crud.ts'
import type { Sheet } from '#shared/core/excel.ts'
import { creationMarks, fieldsOf, sheetColumnsOf } from '#shared/core/fields.ts'
import { exact, line } from '#shared/core/text.ts'
import { YesNo } from '#shared/core/yes-no.ts'
import { Count, Price, withDefaults } from '#shared/features/rules/rules.schema.ts'
import { Barcode } from '#shared/features/stock/barcode.schema.ts'
import { PriceKind } from './price-kind.schema.ts'

export const productFields = z.object({
  productName: line(60, 1),
  /** Name of its type; empty: none. */
  productType: line(30),
  barcode: Barcode,
  photo: address(255),
  priceKind: PriceKind,
  /** Of a fixed price. */
  price: Price,
  /** Between these is a custom price; 0: no limit. */
  minPrice: Price,
  maxPrice: Price,
  /** Printed beside the line on receipts, such as A for a tax rate. */
  taxMark: line(4),
  /** NO: sold without counting pieces. */
  tracksStock: YesNo,
  /** Stock at or below it is low; 0: never. */
  lowStock: Count,
  /** Whether guests may buy it by themselves. A custom price cannot be. */
  selfService: YesNo,
  isActive: YesNo,
  remark: line(200),
})
export type ProductFields = z.infer<typeof productFields>

export const newProduct = {
  productType: '',
  barcode: '',
  photo: '',
  priceKind: 'fixed',
  price: 0,
  minPrice: 0,
  maxPrice: 0,
  taxMark: '',
  tracksStock: 'YES',
  lowStock: 0,
  selfService: 'NO',
  isActive: 'YES',
  remark: '',
} as const satisfies Partial<ProductFields>

const marks = {
  productName: { kind: 'text', label: 'product.name', sort: true, sheet: true },
  productType: { kind: 'text', label: 'product.type', sort: true, sheet: true },
  barcode: { kind: 'text', label: 'product.barcode', sort: true, sheet: true },
  photo: { kind: 'text', label: 'product.photo', unsearched: true },
  priceKind: { kind: 'text', label: 'product.priceKind', sort: true, sheet: true, dict: 'price_kind' },
  price: { kind: 'money', label: 'product.price', sort: true, sheet: true },
  minPrice: { kind: 'money', label: 'product.minPrice', sort: true, sheet: true },
  maxPrice: { kind: 'money', label: 'product.maxPrice', sort: true, sheet: true },
  taxMark: { kind: 'text', label: 'product.taxMark', sheet: true },
  tracksStock: { kind: 'yesNo', label: 'product.tracksStock', sort: true, sheet: true, dict: 'yn' },
  stock: { kind: 'number', label: 'product.stock', unsearched: true, sheet: true },
  lowStock: { kind: 'number', label: 'product.lowStock', sort: true, sheet: true },
  selfService: { kind: 'yesNo', label: 'product.selfService', sort: true, sheet: true, dict: 'yn' },
  isActive: { kind: 'yesNo', label: 'product.active', sort: true, sheet: true, dict: 'yn' },
  remark: { kind: 'text', label: 'product.remark', sheet: true },
  id: { kind: 'id', label: 'crud.id' },
  ...creationMarks,
  sysOrgCode: { kind: 'text', label: 'records.store' },
} as const

/** Products of a store, with their stock. */
export const productResource = resource({
  path: '/product/sysProduct',
  permission: 'product',
  noun: 'products',
  entity: entity(
    productFields.extend({
      sysOrgCode: z.string(),
      sysOrgCode_dictText: z.string().nullable(),
      stock: z.number().int(),
      isLow: YesNo,
      /** Its last stock line, which a count names as the one that it saw; empty: none. */
      stockLineId: z.string(),
    }),
  ),
  create: withDefaults(productFields, newProduct).extend({
    /** Code of the store; left out: the current one. */
    sysOrgCode: exact(64).optional(),
  }),
  update: productFields,
  ...fieldsOf(marks),
})

export const productSheet: Sheet = { title: 'sheet.product', columns: sheetColumnsOf(marks) }
