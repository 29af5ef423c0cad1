import { z } from 'zod'
import { address } from '#shared/core/address.ts'
import { crudRoutes, entity, resource } from '#shared/core/crud.ts'
import { fieldsOf } from '#shared/core/fields.ts'
import { exact, line, wrong } from '#shared/core/text.ts'
import { shownEntity, shownFields, shownMarks } from './display.schema.ts'
import { areVideoAddresses } from './video-addresses.calc.ts'

const promoVideoFields = z.object({
  name: line(60, 1),
  /** Addresses of MP4 files, joined by commas (spec §5). */
  urls: exact(2000).refine(areVideoAddresses, wrong('input.videoAddresses')),
  /** Path below `static` of an uploaded MP4 file. */
  file: address(255),
  ...shownFields,
})

const marks = shownMarks({
  name: { kind: 'text', label: 'promo.name', sort: true },
  urls: { kind: 'text', label: 'promo.urls' },
  file: { kind: 'text', label: 'promo.file', unsearched: true },
} as const)

/** Videos that big screens of a store show between races (spec §3, TV promo video). */
export const promoVideoResource = resource({
  path: '/tvadvert/sysTvAdvert',
  permission: 'tvadvert',
  noun: 'promo videos',
  entity: entity(promoVideoFields.extend(shownEntity)),
  create: promoVideoFields.partial().required({ name: true }),
  update: promoVideoFields,
  ...fieldsOf(marks),
  order: { column: 'indexNumber', order: 'asc' },
})

export const promoVideos = crudRoutes(promoVideoResource)
