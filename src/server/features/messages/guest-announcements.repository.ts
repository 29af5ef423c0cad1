import type { Transaction } from '#server/db/database.ts'
import { isWebAddress } from '#shared/core/address.ts'
import { toWireTime } from '#shared/core/time.ts'
import { type GuestAnnouncement, MAX_ANNOUNCEMENTS } from '#shared/features/display/member-news.contract.ts'
import { codesAbove } from './announcements.repository.ts'

/**
 * The released announcements for guests of a store, also those of its chain; the newest first. The transaction must see every store,
 * because announcements of a chain are outside the scope of its stores.
 */
export async function guestAnnouncements(trx: Transaction, orgCode: string, now: Date): Promise<GuestAnnouncement[]> {
  const rows = await trx
    .selectFrom('announcement')
    .select(['id', 'title', 'msgAbstract', 'msgContent', 'homeImage', 'openPage', 'sendTime', 'createdAt'])
    .where('msgType', '=', 'GUEST')
    .where('sendStatus', '=', '1')
    .where('deleted', '=', false)
    .where('orgCode', 'in', codesAbove(orgCode))
    .where(({ eb, or }) => or([eb('startTime', 'is', null), eb('startTime', '<=', now)]))
    .where(({ eb, or }) => or([eb('endTime', 'is', null), eb('endTime', '>', now)]))
    .orderBy('sendTime', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_ANNOUNCEMENTS)
    .execute()
  return rows.map(({ id, title, msgAbstract, msgContent, homeImage, openPage, sendTime, createdAt }) => ({
    id,
    title,
    abstract: msgAbstract,
    content: msgContent,
    homeImage,
    link: isWebAddress(openPage) ? openPage : '',
    time: toWireTime(sendTime ?? createdAt),
  }))
}
