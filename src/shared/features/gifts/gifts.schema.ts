import { z } from 'zod'
import { address } from '#shared/core/address.ts'
import { entity, resource } from '#shared/core/crud.ts'
import type { Sheet } from '#shared/core/excel.ts'
import { creationMarks, fieldsOf, sheetColumnsOf } from '#shared/core/fields.ts'
import { exact, line } from '#shared/core/text.ts'
import { YesNo } from '#shared/core/yes-no.ts'
import { Count, Price, withDefaults } from '#shared/features/rules/rules.schema.ts'
import { Barcode } from '#shared/features/stock/barcode.schema.ts'

/** How a gift may leave: sold for money, for points, or only handed out. */
export const GiftMode = z.enum(['money', 'points', 'handOut'])
export type GiftMode = z.infer<typeof GiftMode>

const giftFields = z.object({
  giftName: line(60, 1),
  /** Name of its type; empty: none. */
  giftType: line(30),
  barcode: Barcode,
  photo: address(255),
  giftMode: GiftMode,
  price: Price,
  integral: Count,
  /** What the venue pays for a piece. */
  cost: Price,
  /** Stock at or below it is low; 0: never. */
  lowStock: Count,
  isActive: YesNo,
  remark: line(200),
})

export const newGift = {
  giftType: '',
  barcode: '',
  photo: '',
  giftMode: 'handOut',
  price: 0,
  integral: 0,
  cost: 0,
  lowStock: 0,
  isActive: 'YES',
  remark: '',
} as const

const marks = {
  giftName: { kind: 'text', label: 'gift.name', sort: true, sheet: true },
  giftType: { kind: 'text', label: 'gift.type', sort: true, sheet: true },
  barcode: { kind: 'text', label: 'gift.barcode', sort: true, sheet: true },
  photo: { kind: 'text', label: 'gift.photo', unsearched: true },
  giftMode: { kind: 'text', label: 'gift.mode', sort: true, sheet: true, dict: 'gift_mode' },
  price: { kind: 'money', label: 'gift.price', sort: true, sheet: true },
  integral: { kind: 'number', label: 'gift.integral', sort: true, sheet: true },
  cost: { kind: 'money', label: 'gift.cost', sort: true, sheet: true },
  stock: { kind: 'number', label: 'gift.stock', unsearched: true, sheet: true },
  lowStock: { kind: 'number', label: 'gift.lowStock', sort: true, sheet: true },
  isActive: { kind: 'yesNo', label: 'gift.active', sort: true, sheet: true, dict: 'yn' },
  remark: { kind: 'text', label: 'gift.remark', sheet: true },
  id: { kind: 'id', label: 'crud.id' },
  ...creationMarks,
  sysOrgCode: { kind: 'text', label: 'records.store' },
} as const

/** Gifts of a store, with their stock. */
export const giftResource = resource({
  path: '/gift/sysGift',
  permission: 'gift',
  noun: 'gifts',
  entity: entity(
    giftFields.extend({
      sysOrgCode: z.string(),
      sysOrgCode_dictText: z.string().nullable(),
      stock: z.number().int(),
      isLow: YesNo,
      /** Its last stock line, which a count names as the one that it saw; empty: none. */
      stockLineId: z.string(),
    }),
  ),
  create: withDefaults(giftFields, newGift).extend({
    /** Code of the store; left out: the current one. */
    sysOrgCode: exact(64).optional(),
  }),
  update: giftFields,
  ...fieldsOf(marks),
})

export const giftSheet: Sheet = { title: 'sheet.gift', columns: sheetColumnsOf(marks) }
