import { idFrom } from '#server/core/content-id.ts'
import type { ListSearch, Writer } from '#server/core/lists/crud.ts'
import type { SignedIn } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { AppError } from '#shared/core/errors.ts'
import { toWireTime } from '#shared/core/time.ts'
import type { AnnouncementRow } from '#shared/features/messages/announcements.schema.ts'
import { audienceOf, userIdsOf, usernamesOf, wasDeleted } from './announcements.repository.ts'
import { announcementTable, insertDraft } from './announcements.service.ts'

type Conditions = Parameters<typeof announcementTable.each>[3]

/** Workbook rows; users are listed by user name, which is meaningful to readers. */
async function* each(trx: Transaction, user: SignedIn, query: ListSearch, more?: Conditions) {
  for await (const rows of announcementTable.each(trx, user, query, more)) {
    const audience = await audienceOf(
      trx,
      rows.map(({ id }) => id),
    )
    const accounts = await usernamesOf(trx, [...audience.values()].flat())
    yield rows.map((row) => ({
      ...row,
      accounts: (audience.get(row.id) ?? []).flatMap((id) => accounts.get(id) ?? []).join(','),
    }))
  }
}

/**
 * Imports a draft. Its id is derived from store, day and content, so that a workbook sent twice creates no draft twice. A deleted draft may
 * be imported again. Throws `messages.receiverUnknown`.
 */
async function add(trx: Transaction, { accounts, ...row }: AnnouncementRow, writer: Writer): Promise<string> {
  const userIds = await userIdsOf(trx, accounts)
  if (userIds.length < accounts.length) throw new AppError('messages.receiverUnknown', { field: 'accounts' })
  const input = { ...row, userIds }
  const day = toWireTime(writer.at).slice(0, 10)
  for (let deletions = 0; ; deletions++) {
    const id = idFrom(writer.user.orgCode, day, input, deletions)
    if (!(await wasDeleted(trx, id))) return insertDraft(trx, input, writer, id)
  }
}

/** Statements for export and import of announcements. */
export const announcementRows = { ...announcementTable, each, add }
