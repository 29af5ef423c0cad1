import { type Database, EVERY_STORE } from '#server/db/database.ts'
import { seedAccess } from './access.ts'
import { seedCoupons } from './coupons.ts'
import { seedMessages } from './messages.ts'
import { seedPayments } from './payments.ts'
import { seedVenue } from './venue.ts'

/** Fills an empty system with the demo venue; answers whether it did. One that has accounts is left alone. */
export const seedDemo = (db: Database, now: Date = new Date()): Promise<boolean> =>
  db.scoped(EVERY_STORE, async (trx) => {
    const someone = await trx.selectFrom('userAccount').select('id').limit(1).executeTakeFirst()
    if (someone) return false
    await seedAccess(trx)
    await seedVenue(trx, now)
    await seedCoupons(trx, now)
    await seedMessages(trx, now)
    await seedPayments(trx, now)
    return true
  })
