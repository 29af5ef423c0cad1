import type { FastifyInstance } from 'fastify'
import { withDictTexts } from '#server/core/dictionaries.ts'
import { type HandlerResult, mount } from '#server/core/http/mount.ts'
import type { Deps } from '#server/core/slice.ts'
import { excelHandlers } from '#server/core/workbooks/excel.ts'
import { announcementSends } from '#shared/features/messages/announcement-sends.contract.ts'
import {
  announcementInSheets,
  announcementResource,
  announcementSheet,
  announcements,
} from '#shared/features/messages/announcements.contract.ts'
import { markRead, pageOfMine } from './announcements.repository.ts'
import {
  addAnnouncement,
  deleteAnnouncements,
  editAnnouncement,
  inEveryStore,
  listAnnouncements,
  pushAgain,
  readAnnouncement,
  releaseAnnouncement,
  revokeAnnouncement,
  toMine,
} from './announcements.service.ts'
import { announcementRows } from './announcements.sheet.ts'

/** The page of each kind that the bell shows. */
const NEWEST = { pageNo: 1, pageSize: 5, order: 'desc', readFlag: '0' } as const

const toNull = (work: Promise<unknown>): Promise<null> => work.then(() => null)

export function announcementsRoutes(app: FastifyInstance, deps: Deps): void {
  const { clock } = deps
  mount(app, deps, announcements, {
    ...excelHandlers(deps, announcementInSheets, announcementSheet, announcementRows),
    list: async ({ query, ctx }) => {
      const page = await ctx.tx((trx) => listAnnouncements(trx, ctx.user, query, clock()))
      const records = await withDictTexts(deps.dictionaries, announcementResource.dict, page.records, ctx.locale)
      // The dictionary texts are not part of the row type.
      return { ...page, records } as HandlerResult<typeof announcements.list>
    },
    add: ({ body, ctx }) => toNull(ctx.tx((trx) => addAnnouncement(trx, ctx, body, clock()))),
    edit: ({ body, ctx }) => toNull(ctx.tx((trx) => editAnnouncement(trx, ctx, body, clock()))),
    delete: ({ query, ctx }) => toNull(ctx.tx((trx) => deleteAnnouncements(trx, ctx, [query.id], clock()))),
    deleteBatch: ({ query, ctx }) => toNull(ctx.tx((trx) => deleteAnnouncements(trx, ctx, query.ids, clock()))),
    queryById: ({ query, ctx }) => readAnnouncement(deps, ctx, query.id),
    release: ({ query, ctx }) => toNull(ctx.tx((trx) => releaseAnnouncement(deps, trx, ctx, query.id))),
    revoke: ({ query, ctx }) => toNull(ctx.tx((trx) => revokeAnnouncement(deps, trx, ctx, query.id))),
    pushAgain: ({ query, ctx }) => toNull(pushAgain(deps, ctx, query.anntId)),
    listByUser: ({ ctx }) =>
      inEveryStore(deps, async (trx) => {
        const { user } = ctx
        const notices = await pageOfMine(trx, user, clock(), { ...NEWEST, msgCategory: '1' })
        const messages = await pageOfMine(trx, user, clock(), { ...NEWEST, msgCategory: '2' })
        return {
          anntMsgList: notices.records.map((row) => toMine(row, user.id)),
          anntMsgTotal: notices.total,
          sysMsgList: messages.records.map((row) => toMine(row, user.id)),
          sysMsgTotal: messages.total,
        }
      }),
  })
  mount(app, deps, announcementSends, {
    mine: ({ query, ctx }) =>
      inEveryStore(deps, async (trx) => {
        const page = await pageOfMine(trx, ctx.user, clock(), query)
        return { ...page, records: page.records.map((row) => toMine(row, ctx.user.id)) }
      }),
    markRead: ({ body, ctx }) => toNull(inEveryStore(deps, (trx) => markRead(trx, ctx.user, clock(), body.anntId))),
    readAll: ({ ctx }) => toNull(inEveryStore(deps, (trx) => markRead(trx, ctx.user, clock()))),
  })
}
