import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { currentMember } from '#server/features/members/index.ts'
import { imageOf, takePhoto } from '#server/features/photos/index.ts'
import { printOrdered } from '#server/features/printing/index.ts'
import { storeFor } from '#server/features/rules/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { formatMinor, fromMinor } from '#shared/core/money.ts'
import { toWireTime } from '#shared/core/time.ts'
import {
  type ItemEdit,
  REPRINT_MS,
  type RefuseInput,
  type SaveInput,
  type StoredItem,
  type WithoutSlipInput,
} from '#shared/features/cloakroom/cloakroom-items.schema.ts'
import { maskPhone } from '#shared/features/members/phone.calc.ts'
import {
  changeItem,
  type ItemRow,
  insertItem,
  lockByCode,
  lockItem,
  placeNameOf,
  requireStored,
  seenPhone,
  visibleItem,
} from './cloakroom-items.repository.ts'
import { lockPlace } from './cloakroom-places.repository.ts'
import { requireConfirmer } from './confirmer.service.ts'
import { dueOf } from './fee.service.ts'
import { orderSlip } from './slip.service.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** Allows to print a slip later. */
const PRINT_LATE = 'cloakroomitem:printLate'

function announce({ realtime }: Deps, ctx: CallContext, orgCode: string): void {
  ctx.changesStore(orgCode)
  ctx.afterCommit(() => realtime.publish({ topic: 'cloakroom', orgCode }))
}

/** The guest: a member of the store, or a name. Throws `members.notFound`. */
async function guestOf(trx: Transaction, orgCode: string, { userId, guestName, phone }: RefuseInput | SaveInput) {
  if (userId === '') return { memberId: null, guestName, phone }
  const member = await currentMember(trx, userId)
  if (member?.orgCode !== orgCode) throw new AppError('members.notFound', { field: 'userId' })
  const name = guestName || member.realname || member.nickname || member.id
  return { memberId: member.id, guestName: name, phone: phone || member.phone }
}

/** Stores a thing and orders its slip. Throws `cloakroom.place*`, `members.notFound` and `photos.unknown`. */
export async function saveItem(deps: Deps, ctx: CallContext, trx: Transaction, input: SaveInput) {
  const { placeId, photoId, itemName: name, pieces, remark, printId } = input
  const orgCode = await storeFor(trx, ctx.user)
  const guest = await guestOf(trx, orgCode, input)
  if (placeId !== null) await lockPlace(trx, placeId, orgCode)
  const terms = await trx
    .selectFrom('store')
    .select(['cloakroomFreeMinutes', 'cloakroomHourFee', 'cloakroomFeeMost', 'cloakroomHours'])
    .where('orgCode', '=', orgCode)
    .executeTakeFirstOrThrow()
  const now = deps.clock()
  const id = ctx.key
  const code = await insertItem(trx, {
    ...guest,
    id,
    orgCode,
    placeId,
    name,
    pieces,
    photoId,
    remark,
    freeUntil: new Date(now.getTime() + terms.cloakroomFreeMinutes * MINUTE_MS),
    hourFee: terms.cloakroomHourFee,
    feeMost: terms.cloakroomFeeMost,
    dueAt: new Date(now.getTime() + terms.cloakroomHours * HOUR_MS),
    createdAt: now,
    createdBy: ctx.user.username,
  })
  if (photoId !== null) await takePhoto(trx, { id: photoId, orgCode, usedFor: id })
  const jobId = await orderSlip(deps, ctx, trx, { id, printId })
  ctx.touched({ id, after: { cloakroomState: 'saved', itemName: name, pieces, placeId } })
  announce(deps, ctx, orgCode)
  return printOrdered(trx, ctx, { orgCode, printId }, { id, code, jobId }, now)
}

/** Records that a thing was not accepted. Throws `members.notFound`. */
export async function refuseItem(deps: Deps, ctx: CallContext, trx: Transaction, input: RefuseInput): Promise<null> {
  const { itemName: name, pieces, reason } = input
  const orgCode = await storeFor(trx, ctx.user)
  const guest = await guestOf(trx, orgCode, input)
  const stamp = { createdAt: deps.clock(), createdBy: ctx.user.username }
  await insertItem(trx, { ...guest, ...stamp, id: ctx.key, orgCode, name, pieces, reason, state: 'rejected' })
  ctx.touched({ id: ctx.key, after: { cloakroomState: 'rejected', itemName: name, pieces, reason } })
  announce(deps, ctx, orgCode)
  return null
}

/** Moves a stored thing or corrects its guest. Throws `cloakroom.*`. */
export async function editItem(deps: Deps, ctx: CallContext, trx: Transaction, input: ItemEdit): Promise<null> {
  const { id, placeId, guestName, phone, remark } = input
  const row = await lockItem(trx, id)
  requireStored(row)
  if (placeId && placeId !== row.placeId) await lockPlace(trx, placeId, row.orgCode)
  // Forms send back the masked phone; it stands for the stored one.
  const given = phone === undefined || phone === maskPhone(row.phone) ? row.phone : phone
  if (given.includes('*')) throw new AppError('cloakroom.phoneMasked', { field: 'phone' })
  const before = await visibleItem(trx, ctx.user, id)
  await changeItem(trx, row, {
    placeId: placeId === undefined ? row.placeId : placeId,
    guestName: guestName ?? row.guestName,
    phone: given,
    remark: remark ?? row.remark,
  })
  ctx.touched({ id, before, after: await visibleItem(trx, ctx.user, id) })
  announce(deps, ctx, row.orgCode)
  return null
}

/** Prints a slip again, as a copy. Throws `cloakroom.printLate`. */
export async function reprintSlip(
  deps: Deps,
  ctx: CallContext,
  trx: Transaction,
  { id, printId }: { id: string; printId: string },
) {
  const { orgCode, createdAt } = await lockItem(trx, id)
  const now = deps.clock()
  if (now.getTime() > createdAt.getTime() + REPRINT_MS && !ctx.user.actions.has(PRINT_LATE))
    throw new AppError('cloakroom.printLate', { minutes: REPRINT_MS / MINUTE_MS })
  const jobId = await orderSlip(deps, ctx, trx, { id, printId })
  ctx.changesStore(orgCode)
  ctx.touched({ id, after: { jobId } })
  return printOrdered(trx, ctx, { orgCode, printId }, { jobId }, now)
}

/** The stored thing of a slip. Throws `cloakroom.codeUnknown` or `cloakroom.takenOut`. */
export const findItem = async (deps: Deps, ctx: CallContext, trx: Transaction, code: string): Promise<StoredItem> =>
  toStored(deps, ctx, trx, await lockByCode(trx, code))

/** A stored thing by its id. Throws `common.recordNotFound` or `cloakroom.takenOut`. */
export const quoteItem = async (deps: Deps, ctx: CallContext, trx: Transaction, id: string): Promise<StoredItem> =>
  toStored(deps, ctx, trx, await lockItem(trx, id))

async function toStored(deps: Deps, ctx: CallContext, trx: Transaction, row: ItemRow): Promise<StoredItem> {
  requireStored(row)
  const now = deps.clock()
  const { id, name: itemName, pieces, guestName, memberId: userId, photoId, remark, createdAt, freeUntil, dueAt } = row
  const { due, isPaying } = await dueOf(trx, id, now)
  return {
    id,
    itemName,
    pieces,
    placeName: await placeNameOf(trx, row),
    guestName,
    phone: seenPhone(ctx.user, row.phone),
    userId,
    createTime: toWireTime(createdAt),
    freeUntil: toWireTime(freeUntil),
    dueTime: toWireTime(dueAt),
    isOverdue: dueAt <= now,
    fee: fromMinor(due),
    isPaying,
    hasPhoto: photoId !== null,
    remark,
  }
}

/** Ends the storing of a locked thing. Throws `cloakroom.takenOut` or `cloakroom.rejected`. */
async function release(deps: Deps, ctx: CallContext, trx: Transaction, row: ItemRow, more: Partial<ItemRow>) {
  requireStored(row)
  const { id, orgCode, state } = row
  const { due, isPaying } = await dueOf(trx, id, deps.clock())
  if (isPaying) throw new AppError('cloakroom.paymentOpen')
  if (due > 0) throw new AppError('cloakroom.feeDue', { fee: formatMinor(due) })
  const { realname, username } = ctx.user
  const end = { state: 'takenOut', endedAt: deps.clock(), endedBy: realname || username } as const
  await changeItem(trx, row, { ...end, ...more })
  const { recipient, document, confirmedBy } = more
  const without = recipient === undefined ? {} : { recipient, document, confirmedBy }
  ctx.touched({ id, before: { cloakroomState: state }, after: { cloakroomState: 'takenOut', ...without } })
  announce(deps, ctx, orgCode)
  return { id }
}

/** Hands out the thing of a slip, once. Throws `cloakroom.codeUnknown` or `cloakroom.takenOut`. */
export const takeOut = async (deps: Deps, ctx: CallContext, trx: Transaction, code: string) =>
  release(deps, ctx, trx, await lockByCode(trx, code), {})

const isSameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/**
 * Hands out a thing without its slip, confirmed by a second user. Throws `cloakroom.identityWrong` where neither the name and the end of
 * the phone are the guest's nor a document was shown.
 */
export async function takeOutWithoutSlip(
  deps: Deps,
  ctx: CallContext,
  trx: Transaction,
  { id, recipient, phoneEnd, document }: WithoutSlipInput,
) {
  const row = await lockItem(trx, id)
  const isGuest = phoneEnd !== '' && row.phone.endsWith(phoneEnd) && isSameName(recipient, row.guestName)
  if (document === '' && !isGuest) throw new AppError('cloakroom.identityWrong', { field: 'phoneEnd' })
  const { id: confirmerId, realname: confirmedBy } = await requireConfirmer(trx, ctx)
  return release(deps, ctx, trx, row, {
    recipient,
    document: document || phoneEnd.padStart(row.phone.length, '*'),
    confirmerId,
    confirmedBy,
  })
}

/** The picture of a thing as a `data:` URL; empty where there is none any more. */
export async function photoOfItem(trx: Transaction, id: string): Promise<{ image: string }> {
  const image = await imageOf(trx, id)
  return { image: image ? `data:image/jpeg;base64,${image.toString('base64')}` : '' }
}
