import { sql } from 'kysely'
import { z } from 'zod'
import { dataRules } from '#server/core/auth/auth-rules.ts'
import { parseInput } from '#server/core/http/parse.ts'
import { crudTable, type ListSearch, type Writer } from '#server/core/lists/crud.ts'
import { sanitizeHtml } from '#server/core/rich-text.ts'
import type { CallContext, Deps, SignedIn } from '#server/core/slice.ts'
import { EVERY_STORE, type Transaction } from '#server/db/database.ts'
import type { Page } from '#shared/core/envelope.ts'
import { AppError } from '#shared/core/errors.ts'
import { newId } from '#shared/core/id.ts'
import { fromWireTime, toWireTime } from '#shared/core/time.ts'
import { announcementResource } from '#shared/features/messages/announcements.contract.ts'
import {
  Announcement,
  type AnnouncementEdit,
  AnnouncementInput,
  type MyAnnouncement,
} from '#shared/features/messages/announcements.schema.ts'
import { text } from '#shared/i18n/catalogue.ts'
import {
  type AnnouncementRow,
  audienceOf,
  findAnnouncement,
  insertAnnouncement,
  lockAnnouncement,
  type MyRow,
  pageOfMine,
  setAudience,
  updateAnnouncement,
  usersInScope,
  withDeputies,
} from './announcements.repository.ts'

const time = (at: Date | null): string | null => at && toWireTime(at)

/** The API family expects a trailing comma. */
const joinIds = (ids: string[] = []): string => ids.map((id) => `${id},`).join('')

const toAnnouncement = (row: AnnouncementRow, userIds?: string[]): Announcement => ({
  ...row,
  sysOrgCode: row.orgCode,
  titile: row.title,
  createBy: row.createdBy,
  updateBy: row.updatedBy,
  startTime: time(row.startTime),
  endTime: time(row.endTime),
  sendTime: time(row.sendTime),
  cancelTime: time(row.cancelTime),
  createTime: toWireTime(row.createdAt),
  updateTime: time(row.updatedAt),
  delFlag: '0',
  userIds: joinIds(userIds),
})

export const toMine = (row: MyRow, userId: string): MyAnnouncement => ({
  ...row,
  anntId: row.id,
  titile: row.title,
  userId,
  readFlag: row.readTime ? '1' : '0',
  sendTime: toWireTime(row.sendTime ?? row.createdAt),
  createTime: toWireTime(row.createdAt),
})

const emptySchema = z.object({})
/** The table of announcements for lists and workbooks, without the listed users. */
export const announcementTable = crudTable(
  {
    entity: Announcement.omit({ userIds: true, delFlag: true }),
    filter: announcementResource.filter,
    create: emptySchema,
    update: emptySchema,
  },
  { table: 'announcement', ofStores: true, where: sql`not t.deleted`, columns: { titile: 'title' } },
)

const rulesOf = (trx: Transaction, user: SignedIn, now: Date) =>
  dataRules(
    trx,
    user,
    { permissions: ['announcement:list'], fields: announcementResource.filter, columnOf: announcementTable.columnOf },
    now,
  )

/** Whether the data rules of the caller show an announcement; hidden ones cannot be changed, released or deleted. */
async function isListed(trx: Transaction, { user }: CallContext, id: string, now: Date): Promise<boolean> {
  const rules = await rulesOf(trx, user, now)
  return rules.length === 0 || (await announcementTable.count(trx, user, { selections: id }, rules)) > 0
}

/** A page of the announcements of the stores in scope, with the users they list. */
export async function listAnnouncements(
  trx: Transaction,
  user: SignedIn,
  query: ListSearch,
  now: Date,
): Promise<Page<Announcement>> {
  const page = await announcementTable.page(trx, user, query, await rulesOf(trx, user, now))
  const audience = await audienceOf(
    trx,
    page.records.map(({ id }) => id),
  )
  const records = page.records.map((row) => ({
    ...row,
    delFlag: '0' as const,
    userIds: joinIds(audience.get(row.id)),
  }))
  return { ...page, records }
}

/** An announcement for its readers and for users who manage it. Throws `common.recordNotFound` for all others. */
export async function readAnnouncement(deps: Deps, ctx: CallContext, id: string): Promise<Announcement> {
  const { user } = ctx
  if (user.actions.has('announcement:list')) {
    const found = await ctx.tx(async (trx) => {
      const row = await findAnnouncement(trx, id)
      if (!row || !(await isListed(trx, ctx, id, deps.clock()))) return undefined
      return toAnnouncement(row, (await audienceOf(trx, [id])).get(id))
    })
    if (found) return found
  }
  const page = await inEveryStore(deps, (trx) =>
    pageOfMine(trx, user, deps.clock(), { id, pageNo: 1, pageSize: 1, order: 'desc' }),
  )
  const [row] = page.records
  if (!row) throw new AppError('common.recordNotFound')
  return toAnnouncement(row)
}

const valuesOf = ({ userIds: _, titile, startTime, endTime, msgContent, ...fields }: AnnouncementInput) => ({
  ...fields,
  title: titile,
  msgContent: sanitizeHtml(msgContent),
  startTime: startTime === null ? null : fromWireTime(startTime),
  endTime: endTime === null ? null : fromWireTime(endTime),
})

async function setRecipients(trx: Transaction, id: string, orgCode: string, input: AnnouncementInput): Promise<void> {
  const userIds = input.msgType === 'USER' ? input.userIds : []
  const usersFound = await usersInScope(trx, userIds)
  if (usersFound.length < userIds.length) throw new AppError('messages.receiverUnknown', { field: 'userIds' })
  await setAudience(trx, id, orgCode, usersFound)
}

export async function insertDraft(
  trx: Transaction,
  input: AnnouncementInput,
  { user, at }: Writer,
  id: string = newId(),
): Promise<string> {
  if (user.orgCode === '') throw new AppError('auth.chooseStore')
  const audit = { createdBy: user.username, createdAt: at, updatedBy: null, updatedAt: null }
  await insertAnnouncement(trx, { id, orgCode: user.orgCode, ...valuesOf(input), ...audit })
  await setRecipients(trx, id, user.orgCode, input)
  return id
}

export async function addAnnouncement(trx: Transaction, ctx: CallContext, input: AnnouncementInput, now: Date) {
  const id = await insertDraft(trx, input, { user: ctx.user, at: now })
  ctx.touched({ id, after: input })
}

const definedOnly = (values: object): object =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))

async function lockListed(trx: Transaction, ctx: CallContext, id: string, now: Date): Promise<AnnouncementRow> {
  if (!(await isListed(trx, ctx, id, now))) throw new AppError('common.recordNotFound')
  const row = await lockAnnouncement(trx, id)
  if (!row) throw new AppError('common.recordNotFound')
  return row
}

/** Throws `messages.announcementReleased` for a released one, which must be revoked before a change. */
async function lockUnreleased(trx: Transaction, ctx: CallContext, id: string, now: Date): Promise<AnnouncementRow> {
  const row = await lockListed(trx, ctx, id, now)
  if (row.sendStatus === '1') throw new AppError('messages.announcementReleased')
  return row
}

export async function editAnnouncement(
  trx: Transaction,
  ctx: CallContext,
  { id, ...changed }: AnnouncementEdit,
  now: Date,
): Promise<void> {
  const before = await lockUnreleased(trx, ctx, id, now)
  const userIds = changed.userIds ?? (await audienceOf(trx, [id])).get(id)
  const whole = { ...toAnnouncement(before), ...definedOnly(changed), userIds: joinIds(userIds) }
  const input = parseInput(AnnouncementInput, whole, ctx.locale) as AnnouncementInput
  await updateAnnouncement(trx, id, { ...valuesOf(input), updatedBy: ctx.user.username, updatedAt: now })
  await setRecipients(trx, id, before.orgCode, input)
  ctx.touched({ id, before: toAnnouncement(before), after: changed })
}

export async function deleteAnnouncements(trx: Transaction, ctx: CallContext, ids: string[], now: Date): Promise<void> {
  for (const id of [...new Set(ids)].sort()) {
    const before = await lockUnreleased(trx, ctx, id, now)
    await updateAnnouncement(trx, id, { deleted: true, updatedBy: ctx.user.username, updatedAt: now })
    ctx.touched({ id, before: toAnnouncement(before) })
  }
}

/** Releases an announcement; a second release is unread for everyone again. Throws `messages.announcementReleased`. */
export async function releaseAnnouncement(deps: Deps, trx: Transaction, ctx: CallContext, id: string): Promise<void> {
  const row = await lockUnreleased(trx, ctx, id, deps.clock())
  const userIds = row.msgType === 'USER' ? ((await audienceOf(trx, [id])).get(id) ?? []) : []
  await setAudience(trx, id, row.orgCode, userIds)
  const sender = ctx.user.username
  await updateAnnouncement(trx, id, { sendStatus: '1', sendTime: deps.clock(), cancelTime: null, sender })
  await pushTo(deps, trx, row)
  ctx.touched({ id, before: { sendStatus: row.sendStatus }, after: { sendStatus: '1' } })
}

export async function revokeAnnouncement(deps: Deps, trx: Transaction, ctx: CallContext, id: string): Promise<void> {
  const row = await lockListed(trx, ctx, id, deps.clock())
  if (row.sendStatus !== '1') throw new AppError('messages.announcementNotReleased')
  await updateAnnouncement(trx, id, { sendStatus: '2', cancelTime: deps.clock() })
  await pushTo(deps, trx, row)
  ctx.touched({ id, before: { sendStatus: '1' }, after: { sendStatus: '2' } })
}

/** Makes bells reload: of the audience if the caller may release it, otherwise only the caller's own. */
export async function pushAgain(deps: Deps, ctx: CallContext, id: string | undefined): Promise<void> {
  const { user } = ctx
  if (id === undefined) {
    const message = text(ctx.locale, 'message.announcement.allRead')
    return deps.realtime.message({ userId: user.id }, '', message)
  }
  const pushed =
    user.actions.has('announcement:release') &&
    (await ctx.tx(async (trx) => {
      const row = await findAnnouncement(trx, id)
      if (row) await pushTo(deps, trx, row)
      return row !== undefined
    }))
  if (!pushed) await deps.realtime.message({ userId: user.id }, id, '')
}

/** Sent within the transaction, so that nothing uncommitted is announced. */
async function pushTo({ realtime, clock }: Deps, trx: Transaction, row: AnnouncementRow): Promise<void> {
  if (row.msgType === 'ALL') return realtime.message({ orgCode: row.orgCode }, row.id, row.title, trx)
  // No user waits for one for guests: the audience is empty.
  const audience = (await audienceOf(trx, [row.id])).get(row.id) ?? []
  for (const userId of await withDeputies(trx, audience, clock()))
    await realtime.message({ userId }, row.id, row.title, trx)
}

interface SystemMessage {
  id: string
  orgCode: string
  userId: string
  title: string
  content: string
  sender: string
  /** Reference of the subject, for `revokeSystemMessages`. */
  about?: string
}

/** Stores a released message for one user; idempotent by id. */
export async function storeSystemMessage(deps: Deps, message: SystemMessage, trx: Transaction): Promise<void> {
  const { id, orgCode, userId, title, content, sender, about = '' } = message
  const now = deps.clock()
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('announcement')
    .values({
      id,
      orgCode,
      title,
      msgAbstract: '',
      msgContent: content,
      startTime: null,
      endTime: null,
      sender,
      priority: 'M',
      msgCategory: '2',
      msgType: 'USER',
      sendStatus: '1',
      sendTime: now,
      cancelTime: null,
      busType: 'template',
      busId: about,
      openType: '',
      openPage: '',
      createdBy: sender,
      createdAt: now,
      updatedBy: null,
      updatedAt: null,
    })
    .onConflict((conflict) => conflict.constraint('announcement_pkey').doNothing())
    .executeTakeFirst()
  if (!numInsertedOrUpdatedRows) return
  await setAudience(trx, id, orgCode, [userId])
  for (const receiverId of await withDeputies(trx, [userId], now))
    await deps.realtime.message({ userId: receiverId }, id, title, trx)
}

/** Runs in a transaction that sees every store, for messages to a user from any store. */
export const inEveryStore = <T>({ db }: Deps, work: (trx: Transaction) => Promise<T>): Promise<T> =>
  db.scoped(EVERY_STORE, work)
