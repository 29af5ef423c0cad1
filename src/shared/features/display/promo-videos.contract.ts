import { z } from 'zod'
import { crudRoutes, entity, resource } from '#shared/core/crud.ts'
import { creationMarks, fieldsOf } from '#shared/core/fields.ts'
import { exact, line, wrong } from '#shared/core/text.ts'
import { periodFields, periodMarks, YesNo } from './display.schema.ts'
import { areVideoAddresses } from './video-addresses.calc.ts'

const promoVideoFields = z.object({
  name: line(60, 1),
  /** Addresses of MP4 files, joined by commas (spec §5). */
  urls: exact(2000).refine(areVideoAddresses, wrong('input.videoAddresses')),
  /** Of an uploaded MP4 file: its path below `static`. */
  file: exact(255),
  indexNumber: z.number().int().min(0).max(1_000_000),
  ...periodFields,
  isActive: YesNo,
  remark: line(200),
})

const marks = {
  indexNumber: { kind: 'number', label: 'promo.index', sort: true },
  name: { kind: 'text', label: 'promo.name', sort: true },
  urls: { kind: 'text', label: 'promo.urls' },
  file: { kind: 'text', label: 'promo.file', unsearched: true },
  ...periodMarks,
  isActive: { kind: 'yesNo', label: 'promo.active', sort: true, dict: 'yn' },
  remark: { kind: 'text', label: 'vehicle.remark' },
  id: { kind: 'id', label: 'crud.id' },
  ...creationMarks,
  sysOrgCode: { kind: 'text', label: 'records.store' },
} as const

/** Videos that a store's big screens show between races (spec §3, TV promo video). */
export const promoVideoResource = resource({
  path: '/tvadvert/sysTvAdvert',
  permission: 'tvadvert',
  noun: 'promo videos',
  entity: entity(
    promoVideoFields.extend({
      sysOrgCode: z.string(),
      startDate: z.string().nullable(),
      endDate: z.string().nullable(),
    }),
  ),
  create: promoVideoFields.partial().required({ name: true }),
  update: promoVideoFields,
  ...fieldsOf(marks),
  order: { column: 'indexNumber', order: 'asc' },
})

export const promoVideos = crudRoutes(promoVideoResource)
