import { z } from 'zod'
import { creationMarks } from '#shared/core/fields.ts'
import { line } from '#shared/core/text.ts'
import { Day } from '#shared/core/time.ts'
import { YesNo } from '#shared/core/yes-no.ts'

const DayOrNone = z.union([z.literal(''), Day])

/** Fields that promo videos and carousel images share: period, order and visibility. */
export const shownFields = {
  indexNumber: z.number().int().min(0).max(1_000_000),
  /** Empty: no beginning or no end. */
  startDate: DayOrNone,
  endDate: DayOrNone,
  isActive: YesNo,
  remark: line(200),
}

/** The same fields as lists return them. */
export const shownEntity = {
  sysOrgCode: z.string(),
  startDate: z.string().nullable(),
  endDate: z.string().nullable(),
}

/** A carousel image; `photo` is its path below `static`. */
export const ShownPicture = z.object({ title: z.string(), photo: z.string() })
export type ShownPicture = z.infer<typeof ShownPicture>

const index = { indexNumber: { kind: 'number', label: 'promo.index', sort: true } } as const
const rest = {
  startDate: { kind: 'date', label: 'promo.startDate', sort: true },
  endDate: { kind: 'date', label: 'promo.endDate', sort: true },
  isActive: { kind: 'yesNo', label: 'promo.active', sort: true, dict: 'yn' },
  remark: { kind: 'text', label: 'vehicle.remark' },
  id: { kind: 'id', label: 'crud.id' },
  ...creationMarks,
  sysOrgCode: { kind: 'text', label: 'records.store' },
} as const

/** Field marks of such a resource; `own` are the marks of its own fields. */
export const shownMarks = <M extends object>(own: M) => ({ ...index, ...own, ...rest })
