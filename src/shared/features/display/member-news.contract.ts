import { z } from 'zod'
import { onScreen, route } from '#shared/core/route.ts'
import { WireTime } from '#shared/core/time.ts'

export const GuestAnnouncement = z.object({
  id: z.uuid(),
  title: z.string(),
  abstract: z.string(),
  /** Rich text, sanitized when it was written. */
  content: z.string(),
  homeImage: z.string(),
  /** The web address that it leads to; empty: none. Pages of the back office are for users alone. */
  link: z.string(),
  time: WireTime,
})
export type GuestAnnouncement = z.infer<typeof GuestAnnouncement>

export const MAX_ANNOUNCEMENTS = 20

/** What the store shows to its members. */
export const memberNews = onScreen('memberNews', {
  list: route({
    method: 'GET',
    path: '/m/news/list',
    summary: "The carousel of the member's store today, and the announcements for guests, the newest first",
    access: 'member',
    result: z.object({
      pictures: z.array(z.object({ title: z.string(), photo: z.string(), link: z.string() })).max(50),
      announcements: z.array(GuestAnnouncement).max(MAX_ANNOUNCEMENTS),
    }),
  }),
})
