import { sql } from 'kysely'
import { type Database, EVERY_STORE } from '#server/db/database.ts'
import { seedAccess } from './access.ts'
import { seedCloakroom } from './cloakroom.ts'
import { seedCoupons } from './coupons.ts'
import { seedDemoRecords } from './demo-records.ts'
import { seedEvents } from './events.ts'
import { seedExchangeRates } from './exchange.ts'
import { seedGifts } from './gifts.ts'
import { seedGuestMessages } from './guest-messages.ts'
import { seedGuests } from './guests.ts'
import { seedMemberPage } from './member-page.ts'
import { seedMessages } from './messages.ts'
import { seedPayments } from './payments.ts'
import { seedProducts } from './products.ts'
import { seedReports } from './reports.ts'
import { seedReservations } from './reservations.ts'
import { seedVenue } from './venue.ts'
import { seedWechat } from './wechat.ts'

interface Demo {
  now?: Date
  /** Whether the month before has all kinds of sales; tests create the sales that they need. */
  withSales?: boolean
}

/** Fills an empty system with the demo venue. Returns false for a system that has accounts, which stays unchanged. */
export const seedDemo = (db: Database, { now = new Date(), withSales = true }: Demo = {}): Promise<boolean> =>
  db.scoped(EVERY_STORE, async (trx) => {
    const someone = await trx.selectFrom('userAccount').select('id').limit(1).executeTakeFirst()
    if (someone) return false
    // No timeout: on a slow computer a statement that writes a month of sales takes more than a minute.
    await sql`set local statement_timeout = 0`.execute(trx)
    await seedAccess(trx)
    await seedVenue(trx, now, { withSales })
    await seedExchangeRates(trx, now)
    await seedGifts(trx, now)
    await seedCoupons(trx, now)
    await seedCloakroom(trx, now)
    await seedDemoRecords(trx, now)
    await seedProducts(trx, now)
    await seedMemberPage(trx, now)
    await seedMessages(trx, now)
    await seedGuestMessages(trx, now, { withSales })
    await seedPayments(trx, now)
    await seedReservations(trx, now)
    await seedEvents(trx, now, { withSignUps: withSales })
    await seedWechat(trx, now)
    await seedGuests(trx, now)
    if (withSales) await seedReports(trx, now)
    return true
  })
