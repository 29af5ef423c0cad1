import { sql } from 'kysely'
import { sanitizeHtml } from '#server/core/rich-text.ts'
import type { Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { escapeHtml } from '#shared/features/messages/message-template.calc.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { storeSystemMessage } from './announcements.service.ts'

/** Whom the system writes to, and in which language: that of the person's last sign-in. */
export interface NoticeReceiver {
  id: string
  language: Locale
}

/** Who may do something at a store or, where none is named, at any: whom a notice about it is for. */
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
  /** What it is about, where it ends with that (`endSystemMessages`). */
  about?: string
  /** The same id for the same notice, so that one that is told again is there once. */
  idFor: (userId: string) => string
  /** Plain words, a paragraph for each; empty ones are left out. */
  texts: (language: Locale) => { title: string; paragraphs: readonly string[] }
}

/** Tells each of these people in that person's language. */
export async function sendNotice(
  deps: Deps,
  trx: Transaction,
  people: readonly NoticeReceiver[],
  { orgCode, about, idFor, texts: words }: Notice,
): Promise<void> {
  for (const { id: userId, language } of people) {
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

const paragraph = (words: string): string => `<p>${escapeHtml(words)}</p>`
