import { z } from 'zod'
import { listedRow, listQueryOf, resource } from '#shared/core/crud.ts'
import { pageOf } from '#shared/core/envelope.ts'
import { excelRoutes, type Sheet } from '#shared/core/excel.ts'
import { idList, route } from '#shared/core/route.ts'
import { WireTime } from '#shared/core/time.ts'

/** L general, M important, H urgent (spec §3). */
export const Priority = z.enum(['L', 'M', 'H'])
/** 1 notice, 2 system message: the two tabs of the bell. */
export const MsgCategory = z.enum(['1', '2'])
/** Everyone of the store and of the stores below it, or the people listed in `userIds`. */
export const MsgType = z.enum(['ALL', 'USER'])
/** 0 draft, 1 released, 2 revoked. */
export const SendStatus = z.enum(['0', '1', '2'])
/** What "go handle" opens: an address, or a page of ours by its component key. */
export const OpenType = z.enum(['', 'url', 'component'])

const words = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .nullable()
    .transform((value) => value ?? '')
const optionalTime = z
  .union([WireTime, z.literal('')])
  .nullable()
  .transform((value) => value || null)

/** People by id, joined by commas and with one at the end, as the family writes them. */
const UserIds = z
  .string()
  .max(40_000)
  .nullable()
  .transform((value) => [...new Set((value ?? '').split(',').filter(Boolean))])
  .pipe(z.array(z.uuid()).max(1000))

/** Whoever writes one sends null or '' for nothing; what is not sent at all is nothing in a new one and stays in an old one. */
const announcementFields = z.object({
  titile: z.string().trim().min(1).max(100),
  msgAbstract: words(200),
  /** Rich text; the server keeps only harmless markup. */
  msgContent: words(100_000),
  startTime: optionalTime,
  endTime: optionalTime,
  priority: Priority,
  msgCategory: MsgCategory,
  msgType: MsgType,
  userIds: UserIds,
  busType: words(40),
  busId: words(64),
  openType: OpenType.nullable().transform((value) => value ?? ''),
  /** An address with http(s) or one of ours from `/`, or a component key such as `member/MemberList`. */
  openPage: words(300),
})

const harmlessPage = ({ openType, openPage }: { openType: string; openPage: string }): boolean =>
  openType === '' ||
  (openType === 'url' ? /^(https?:\/\/\S+|\/(?!\/)\S*)$/i.test(openPage) : /^[\w-]+(\/[\w-]+)*$/.test(openPage))

interface Fitting {
  openType: string
  openPage: string
  startTime: string | null
  endTime: string | null
}

const fits = <S extends z.ZodType<Fitting>>(schema: S): S =>
  schema
    .refine(harmlessPage, { path: ['openPage'] })
    .refine(({ startTime, endTime }) => !startTime || !endTime || startTime < endTime, { path: ['endTime'] })

const { shape } = announcementFields
const newAnnouncement = announcementFields.extend({
  msgAbstract: shape.msgAbstract.default(''),
  msgContent: shape.msgContent.default(''),
  startTime: shape.startTime.default(null),
  endTime: shape.endTime.default(null),
  userIds: shape.userIds.default([]),
  busType: shape.busType.default(''),
  busId: shape.busId.default(''),
  openType: shape.openType.default(''),
  openPage: shape.openPage.default(''),
})
export const AnnouncementInput = fits(newAnnouncement).refine(
  ({ msgType, userIds }) => msgType === 'ALL' || userIds.length > 0,
  { path: ['userIds'] },
)
export type AnnouncementInput = z.output<typeof AnnouncementInput>
/** The same as a row of a workbook, which names people by their accounts. */
const AnnouncementRow = fits(
  newAnnouncement.omit({ userIds: true }).extend({
    accounts: z
      .string()
      .transform((value) => [...new Set(value.split(',').flatMap((one) => one.trim().toLowerCase() || []))])
      .pipe(z.array(z.string().max(64)).max(1000))
      .default([]),
  }),
).refine(({ msgType, accounts }) => msgType === 'ALL' || accounts.length > 0, { path: ['accounts'] })
export type AnnouncementRow = z.output<typeof AnnouncementRow>

/** Whether its parts fit each other is seen when they are put together with what stays. */
export const AnnouncementEdit = announcementFields.partial().extend({ id: z.uuid() })
export type AnnouncementEdit = z.output<typeof AnnouncementEdit>

export const Announcement = z.object({
  id: z.uuid(),
  sysOrgCode: z.string(),
  titile: z.string(),
  msgAbstract: z.string(),
  msgContent: z.string(),
  startTime: WireTime.nullable(),
  endTime: WireTime.nullable(),
  sender: z.string(),
  priority: Priority,
  msgCategory: MsgCategory,
  msgType: MsgType,
  sendStatus: SendStatus,
  sendTime: WireTime.nullable(),
  cancelTime: WireTime.nullable(),
  delFlag: z.literal('0'),
  userIds: z.string(),
  busType: z.string(),
  busId: z.string(),
  openType: OpenType,
  openPage: z.string(),
  createBy: z.string(),
  createTime: WireTime,
  updateBy: z.string().nullable(),
  updateTime: WireTime.nullable(),
})
export type Announcement = z.infer<typeof Announcement>

/** An announcement as somebody it is for sees it. */
export const MyAnnouncement = Announcement.pick({
  id: true,
  titile: true,
  msgAbstract: true,
  msgContent: true,
  sender: true,
  priority: true,
  msgCategory: true,
  msgType: true,
  busType: true,
  busId: true,
  openType: true,
  openPage: true,
}).extend({
  anntId: z.uuid(),
  userId: z.uuid(),
  readFlag: z.enum(['0', '1']),
  sendTime: WireTime,
  createTime: WireTime,
})
export type MyAnnouncement = z.infer<typeof MyAnnouncement>

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
export const announcements = {
  list: route({
    method: 'GET',
    path: '/sys/annountCement/list',
    summary: 'Announcements written at the stores in scope',
    access: 'announcement:list',
    query: listQueryOf(announcementResource),
    result: pageOf(listedRow(Announcement, announcementResource.dict)),
  }),
  ...excelRoutes(announcementResource),
  add: route({
    method: 'POST',
    path: '/sys/annountCement/add',
    summary: 'Writes a draft at the current store',
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
    summary: 'Deletes an announcement that is not released',
    access: 'announcement:delete',
    query: ById,
    result: z.null(),
    message: 'message.deleted',
  }),
  deleteBatch: route({
    method: 'DELETE',
    path: '/sys/annountCement/deleteBatch',
    summary: 'Deletes announcements that are not released: all or none',
    access: 'announcement:delete',
    query: z.object({ ids: idList }),
    result: z.null(),
    message: 'message.batchDeleted',
  }),
  queryById: route({
    method: 'GET',
    path: '/sys/annountCement/queryById',
    summary: 'One announcement: for those it is for once released, and for those who manage it',
    access: 'signedIn',
    query: ById,
    result: Announcement,
  }),
  doReleaseData: route({
    method: 'GET',
    path: '/sys/annountCement/doReleaseData',
    summary: 'Releases an announcement and pushes it to everyone it is for',
    access: 'announcement:release',
    query: ById,
    result: z.null(),
    message: 'message.announcement.released',
    audited: true,
  }),
  doReovkeData: route({
    method: 'GET',
    path: '/sys/annountCement/doReovkeData',
    summary: 'Takes a released announcement back; nobody sees it any more',
    access: 'announcement:release',
    query: ById,
    result: z.null(),
    message: 'message.announcement.revoked',
    audited: true,
  }),
  syncNotic: route({
    method: 'GET',
    path: '/sys/annountCement/syncNotic',
    summary:
      'Pushes once more, so that open bells reload: those of the audience for who may release, else only one’s own',
    access: 'signedIn',
    query: z.object({ anntId: z.uuid().optional().catch(undefined) }),
    result: z.null(),
  }),
  listByUser: route({
    method: 'GET',
    path: '/sys/annountCement/listByUser',
    summary: 'What the bell shows: the newest five unread of each kind, and how many there are',
    access: 'signedIn',
    result: z.object({
      anntMsgList: z.array(MyAnnouncement),
      anntMsgTotal: z.number().int(),
      sysMsgList: z.array(MyAnnouncement),
      sysMsgTotal: z.number().int(),
    }),
  }),
}
