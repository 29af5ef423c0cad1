import { z } from 'zod'
import { address } from '#shared/core/address.ts'
import { crudRoutes, entity, resource } from '#shared/core/crud.ts'
import { fieldsOf } from '#shared/core/fields.ts'
import { route } from '#shared/core/route.ts'
import { exact, line } from '#shared/core/text.ts'
import { shownEntity, shownFields, shownMarks } from './display.schema.ts'

const swiperFields = z.object({
  title: line(60, 1),
  /** An uploaded picture: its path below `static`. */
  photo: address(255, 1),
  /** Where a tap leads: an address of the web or a page of the mini-app; empty: nowhere. */
  link: address(500),
  ...shownFields,
})

const marks = shownMarks({
  title: { kind: 'text', label: 'swiper.title', sort: true },
  photo: { kind: 'text', label: 'swiper.photo', unsearched: true },
  link: { kind: 'text', label: 'swiper.link' },
} as const)

/** Pictures that follow one another on big screens, at kiosks and at the head of the mini-app. */
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
    summary: "What the mini-app's carousel of a store shows today, for everybody",
    access: 'public',
    query: z.object({ orgCode: exact(64, 1) }),
    result: z.array(z.object({ title: z.string(), photo: z.string(), link: z.string() })),
  }),
}
