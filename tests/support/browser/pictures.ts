import { withClient } from '#server/db/roles.ts'
import { newId } from '#shared/core/id.ts'
import type { TestCopy, TestServer } from '#tests/support/server.ts'

/** Requests a captcha and reads it like a person. */
export async function readPicture(
  server: Pick<TestServer, 'database'>,
  copy: TestCopy,
): Promise<{ checkKey: string; captcha: string }> {
  const checkKey = newId()
  await copy.client().account.randomImage({ params: { checkKey } })
  const { rows } = await withClient(server.database.ownerUrl, (owner) =>
    owner.query<{ answer: string }>('select answer from login_captcha order by expires_at desc limit 1'),
  )
  return { checkKey, captcha: rows[0]?.answer ?? '' }
}
