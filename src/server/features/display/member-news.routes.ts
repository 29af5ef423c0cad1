import type { FastifyInstance } from 'fastify'
import { mount } from '#server/core/http/mount.ts'
import type { Deps } from '#server/core/slice.ts'
import { EVERY_STORE } from '#server/db/database.ts'
import { guestAnnouncements } from '#server/features/messages/index.ts'
import { memberNews } from '#shared/features/display/member-news.contract.ts'
import { itemsShownNow } from './shown.repository.ts'

export function memberNewsRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, memberNews, {
    list: async ({ ctx }) => {
      const { orgCode } = ctx.user
      const now = deps.clock()
      const pictures = await itemsShownNow(deps.db, 'carouselImage', orgCode, now)
      return {
        pictures: pictures.map(({ title, photo, link }) => ({ title, photo, link })),
        announcements: await deps.db.scoped(EVERY_STORE, (trx) => guestAnnouncements(trx, orgCode, now), 'reads'),
      }
    },
  })
}
