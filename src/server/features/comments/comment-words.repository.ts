import { sql } from 'kysely'
import { crudTable } from '#server/core/lists/crud.ts'
import type { Transaction } from '#server/db/database.ts'
import { commentWordResource } from '#shared/features/comments/comment-words.contract.ts'

/** The statements of the word list. A row belongs to the store or chain in which it is added. */
export const commentWordTable = crudTable(commentWordResource, { table: 'commentWord', ofStores: true })

/**
 * The words of a store and of its chain that a text contains, joined by commas. Case, width and white space make no difference. The
 * transaction must see every store, because words of the chain are outside the store's scope.
 */
export async function markedWords(trx: Transaction, orgCode: string, content: string): Promise<string> {
  if (content === '') return ''
  const plain = (text: unknown) => sql`regexp_replace(lower(normalize(${text}, nfkc)), '\\s', '', 'g')`
  const { rows } = await sql<{ words: string | null }>`
    select string_agg(distinct w.word, ',' order by w.word) as words from comment_word w
      where w.org_code <> '' and starts_with(${orgCode}, w.org_code)
        and position(${plain(sql`w.word`)} in ${plain(sql`${content}::text`)}) > 0`.execute(trx)
  return rows[0]?.words ?? ''
}
