import { z } from 'zod'
import { pageOf } from '#shared/core/envelope.ts'
import { choiceFilter, listQuery, onScreen, route, textFilter } from '#shared/core/route.ts'
import { MsgCategory, MyAnnouncement } from './announcements.schema.ts'

/** One's own announcements and what of them is read. */
export const announcementSends = onScreen('announcement', {
  mine: route({
    method: 'GET',
    path: '/sys/sysAnnouncementSend/getMyAnnouncementSend',
    summary: 'All announcements and messages for the caller, read or not',
    access: 'signedIn',
    query: listQuery(['sendTime'], {
      titile: textFilter(),
      sender: textFilter(),
      readFlag: choiceFilter(z.enum(['0', '1'])),
      msgCategory: choiceFilter(MsgCategory),
    }),
    result: pageOf(MyAnnouncement),
  }),
  markRead: route({
    method: ['PUT', 'POST'],
    path: '/sys/sysAnnouncementSend/editByAnntIdAndUserId',
    summary: 'Marks an announcement as read by the caller',
    access: 'signedIn',
    body: z.object({ anntId: z.uuid() }),
    result: z.null(),
    audited: false,
  }),
  readAll: route({
    method: ['PUT', 'POST'],
    path: '/sys/sysAnnouncementSend/readAll',
    summary: 'Marks all announcements and messages for the caller as read',
    access: 'signedIn',
    result: z.null(),
    message: 'message.announcement.allRead',
    audited: false,
  }),
})
