import { z } from 'zod'
import { address } from '#shared/core/address.ts'
import { crudRoutes, entity, resource } from '#shared/core/crud.ts'
import { fieldsOf } from '#shared/core/fields.ts'
import { route } from '#shared/core/route.ts'
import { exact, line } from '#shared/core/text.ts'
import { shownEntity, shownFields, shownMarks } from './display.schema.ts'

const swiperFields = z.object({
  title: line(60, 1),
  /** Path below `static` of an uploaded picture. */
  photo: address(255, 1),
  /** Target of a tap: a web address or a page of the mini-app; empty: none. */
  link: address(500),
  ...shownFields,
})

const marks = shownMarks({
  title: { kind: 'text', label: 'swiper.title', sort: true },
  photo: { kind: 'text', label: 'swiper.photo', unsearched: true },
  link: { kind: 'text', label: 'swiper.link' },
} as const)

/** Carousel images of big screens, kiosks and the mini-app's home page. */
export const swiperResource = resource({
  path: '/swiper/sysSwiper',
  permission: 'swiper',
  noun: 'pictures of the carousel',
  entity: entity(swiperFields.extend(shownEntity)),
  create: swiperFields.partial().required({ title: true, photo: true }),
  update: swiperFields,
  ...fieldsOf(marks),
  order: { column: 'indexNumber', order: 'asc' },
})

export const swipers = {
  ...crudRoutes(swiperResource),
  shown: route({
    method: 'GET',
    path: '/swiper/sysSwiper/shown',
    summary: "The mini-app's carousel of a store today; public",
    access: 'public',
    query: z.object({ orgCode: exact(64, 1) }),
    result: z.array(z.object({ title: z.string(), photo: z.string(), link: z.string() })),
  }),
}
