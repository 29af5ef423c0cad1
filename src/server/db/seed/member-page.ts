import type { Transaction } from '#server/db/database.ts'
import { newId } from '#shared/core/id.ts'
import { demoStores } from './access.ts'

/** What members have asked on the member page: one open request to be deleted, and one that was answered. */
export async function seedMemberPage(trx: Transaction, now: Date): Promise<void> {
  const { orgCode } = demoStores.A01A01
  const before = new Date(now.getTime() - 3 * 86_400_000)
  await trx
    .insertInto('memberDeletionRequest')
    .values([
      { id: newId(), orgCode, memberId: '100002', reason: '搬家了', createdAt: now },
      {
        id: newId(),
        orgCode,
        memberId: '100009',
        reason: '',
        state: 'refused',
        answer: '余额未用完，请先到前台退款',
        answeredBy: '王经理',
        answeredAt: now,
        createdAt: before,
      },
    ])
    .execute()
}
