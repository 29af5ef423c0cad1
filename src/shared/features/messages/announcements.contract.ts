import { z } from 'zod'
import { listedRow, listQueryOf, resource } from '#shared/core/crud.ts'
import { pageOf } from '#shared/core/envelope.ts'
import { excelRoutes, type Sheet } from '#shared/core/excel.ts'
import { idList, onScreen, route } from '#shared/core/route.ts'
import {
  Announcement,
  AnnouncementEdit,
  AnnouncementInput,
  AnnouncementRow,
  MyAnnouncement,
} from './announcements.schema.ts'

/** How announcements are listed, exported and imported; what is imported are drafts. */
export const announcementResource = resource({
  path: '/sys/annountCement',
  permission: 'announcement',
  noun: 'announcements',
  entity: Announcement,
  create: AnnouncementInput,
  update: AnnouncementInput,
  filter: {
    id: 'id',
    titile: 'text',
    msgAbstract: 'text',
    msgContent: 'text',
    sender: 'text',
    priority: 'text',
    msgCategory: 'text',
    msgType: 'text',
    sendStatus: 'text',
    openType: 'text',
    createBy: 'text',
    startTime: 'time',
    endTime: 'time',
    sendTime: 'time',
    cancelTime: 'time',
    createTime: 'time',
    sysOrgCode: 'text',
  },
  sort: ['createTime', 'sendTime', 'titile', 'priority', 'sendStatus'],
  dict: { priority: 'priority', msgCategory: 'msg_category', msgType: 'msg_type', sendStatus: 'send_status' },
})

/** How its workbooks are filtered and read. */
export const announcementInSheets = { ...announcementResource, create: AnnouncementRow }

export const announcementSheet: Sheet = {
  title: 'menu.announcements',
  columns: {
    titile: 'announcement.title',
    msgCategory: 'announcement.category',
    priority: 'announcement.priority',
    msgType: 'announcement.audience',
    accounts: 'announcement.accounts',
    msgAbstract: 'announcement.abstract',
    msgContent: 'announcement.content',
    homeImage: 'announcement.homeImage',
    startTime: 'announcement.from',
    endTime: 'announcement.until',
    openType: 'announcement.opens',
    openPage: 'announcement.openPage',
    sendStatus: 'announcement.state',
    sender: 'announcement.sender',
    sendTime: 'announcement.sendTime',
  },
}

const ById = z.object({ id: z.uuid() })

/** Announcements as those who write them see them: drafts, releases, revocations of their stores. */
export const announcements = onScreen('announcement', {
  list: route({
    method: 'GET',
    path: '/sys/annountCement/list',
    summary: 'Announcements of the stores in scope',
    access: 'announcement:list',
    query: listQueryOf(announcementResource),
    result: pageOf(listedRow(Announcement, announcementResource.dict)),
  }),
  ...excelRoutes(announcementResource),
  add: route({
    method: 'POST',
    path: '/sys/annountCement/add',
    summary: 'Adds a draft at the current store',
    access: 'announcement:add',
    body: AnnouncementInput,
    result: z.null(),
    message: 'message.added',
  }),
  edit: route({
    method: ['PUT', 'POST'],
    path: '/sys/annountCement/edit',
    summary: 'Changes a draft or a revoked announcement',
    access: 'announcement:edit',
    body: AnnouncementEdit,
    result: z.null(),
    message: 'message.updated',
  }),
  delete: route({
    method: 'DELETE',
    path: '/sys/annountCement/delete',
    summary: 'Deletes an announcement that has not been released',
    access: 'announcement:delete',
    query: ById,
    result: z.null(),
    message: 'message.deleted',
  }),
  deleteBatch: route({
    method: 'DELETE',
    path: '/sys/annountCement/deleteBatch',
    summary: 'Deletes announcements that have not been released, all or none',
    access: 'announcement:delete',
    query: z.object({ ids: idList }),
    result: z.null(),
    message: 'message.batchDeleted',
  }),
  queryById: route({
    method: 'GET',
    path: '/sys/annountCement/queryById',
    summary: 'One announcement, for its managers and, once released, for its audience',
    access: 'signedIn',
    query: ById,
    result: Announcement,
  }),
  release: route({
    method: 'GET',
    path: '/sys/annountCement/doReleaseData',
    summary: 'Releases an announcement and pushes it to its audience',
    access: 'announcement:release',
    query: ById,
    result: z.null(),
    message: 'message.announcement.released',
    audited: true,
  }),
  revoke: route({
    method: 'GET',
    path: '/sys/annountCement/doReovkeData',
    summary: 'Revokes a released announcement; it is hidden from everyone',
    access: 'announcement:release',
    query: ById,
    result: z.null(),
    message: 'message.announcement.revoked',
    audited: true,
  }),
  pushAgain: route({
    method: 'GET',
    path: '/sys/annountCement/syncNotic',
    summary:
      'Pushes an announcement again, so that open clients reload: those of the audience if the caller may release, else only the caller’s',
    access: 'signedIn',
    query: z.object({ anntId: z.uuid().optional().catch(undefined) }),
    result: z.null(),
  }),
  listByUser: route({
    method: 'GET',
    path: '/sys/annountCement/listByUser',
    summary: 'The newest five unread announcements and messages of each kind, and their totals',
    access: 'signedIn',
    result: z.object({
      anntMsgList: z.array(MyAnnouncement),
      anntMsgTotal: z.number().int(),
      sysMsgList: z.array(MyAnnouncement),
      sysMsgTotal: z.number().int(),
    }),
  }),
})
