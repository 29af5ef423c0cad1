import type { Slice } from '#server/core/slice.ts'
import { announcementsRoutes } from './announcements.routes.ts'
import { messagesRoutes } from './messages.routes.ts'

export { pruneMessages } from './messages.job.ts'

/** Announcements with their read state, message templates and the messages sent by them. */
export const messages: Slice = (app, deps) => {
  announcementsRoutes(app, deps)
  messagesRoutes(app, deps)
}
