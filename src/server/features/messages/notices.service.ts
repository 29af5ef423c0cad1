import { sql } from 'kysely'
import { sanitizeHtml } from '#server/core/rich-text.ts'
import type { Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { escapeHtml } from '#shared/features/messages/message-template.calc.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { storeSystemMessage } from './announcements.service.ts'

/** A user who receives notices, with the language of the last sign-in. */
export interface NoticeReceiver {
  id: string
  language: Locale
}

/** Users with an action at a store, or at any store if `orgCode` is empty. */
export async function usersWithAction(trx: Transaction, action: string, orgCode: string): Promise<NoticeReceiver[]> {
  const { rows } = await sql<NoticeReceiver>`
    select u.id, u.language from user_account u where u.id in (
      select p.id from store s cross join lateral people_with(${action}, s.org_code) as p (id)
      where ${orgCode} in ('', s.org_code))`.execute(trx)
  return rows
}

export async function languageOf(trx: Transaction, userId: string): Promise<Locale> {
  const { language } = await trx
    .selectFrom('userAccount')
    .select('language')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return language
}

interface Notice {
  orgCode: string
  /** Reference of the subject, if the notice ends with it (`revokeSystemMessages`). */
  about?: string
  /** The id of the notice for a user, so that a repeat is stored once. */
  idFor: (userId: string) => string
  /** Title and paragraphs as plain text; empty paragraphs are omitted. */
  texts: (language: Locale) => { title: string; paragraphs: readonly string[] }
}

/** Sends a notice to each of these users in their language. */
export async function sendNotice(
  deps: Deps,
  trx: Transaction,
  receivers: readonly NoticeReceiver[],
  { orgCode, about, idFor, texts: words }: Notice,
): Promise<void> {
  for (const { id: userId, language } of receivers) {
    const { title, paragraphs } = words(language)
    const content = sanitizeHtml(
      paragraphs
        .filter((line) => line !== '')
        .map(paragraph)
        .join(''),
    )
    await storeSystemMessage(
      deps,
      {
        id: idFor(userId),
        orgCode,
        userId,
        title,
        content,
        sender: 'system',
        ...(about === undefined ? {} : { about }),
      },
      trx,
    )
  }
}

const paragraph = (line: string): string => `<p>${escapeHtml(line)}</p>`
