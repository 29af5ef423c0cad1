import type { Transaction } from '#server/db/database.ts'
import { demoStores } from './access.ts'

/** The demo venue takes scan payments through the sandbox, which moves no money. */
export async function seedPayments(trx: Transaction, now: Date): Promise<void> {
  const sandbox = { provider: 'sandbox', enabled: true, settings: '{}', keysSealed: '', updatedAt: now } as const
  const stores = [demoStores.A01A01, demoStores.A01A02]
  await trx
    .insertInto('paymentProvider')
    .values(stores.map(({ orgCode }) => ({ orgCode, ...sandbox })))
    .execute()
}
