import { hash } from '@node-rs/argon2'
import type { Transaction } from '#server/db/database.ts'
import { seedLaps } from './laps.ts'
import { openWallets, postOrders, type Wallets } from './ledger.ts'
import { seedRecords } from './records.ts'
import { seedSales } from './sales.ts'
import {
  DEMO_MEMBER_PASSWORD,
  demoKiosk,
  demoLevels,
  demoMembers,
  demoPlayCardRules,
  demoRechargeRules,
  demoRules,
  demoSubProjects,
  demoVehicles,
  demoVehicleTypes,
} from './venue.data.ts'

interface Month {
  /** Of a store. */
  records?: number
  /** Whether the month has all kinds of sales, and the shifts that took the cash. */
  withSales?: boolean
}

/** Rules, vehicles, members and a month of history of the demo venue (design, "The demo venue"). */
export async function seedVenue(
  trx: Transaction,
  now: Date,
  { records = 1000, withSales = false }: Month = {},
): Promise<void> {
  await trx.insertInto('memberLevel').values(demoLevels).execute()
  await trx.insertInto('consumeRule').values(demoRules).execute()
  await trx.insertInto('vehicleType').values(demoVehicleTypes).execute()
  await trx.insertInto('rechargeRule').values(demoRechargeRules).execute()
  await trx.insertInto('playCardRule').values(demoPlayCardRules).execute()
  await trx.insertInto('kiosk').values(demoKiosk).execute()
  await trx.insertInto('subProject').values(demoSubProjects).execute()
  await trx.insertInto('vehicle').values(demoVehicles).execute()
  const wallets = await seedMembers(trx, now)
  await seedRecords(trx, { now, records, wallets, withSales })
  await openWallets(trx, now, wallets)
  if (withSales) {
    await seedSales(trx, now)
    await seedLaps(trx)
  } else await postOrders(trx)
}

async function seedMembers(trx: Transaction, now: Date): Promise<Wallets> {
  const password = await hash(DEMO_MEMBER_PASSWORD)
  const rows = await trx
    .insertInto('member')
    .values(
      demoMembers.map(({ wallets: _, hasPassword, ...member }, index) => ({
        ...member,
        consumePassword: hasPassword ? password : null,
        memberLevel: index % 3 === 0 ? 'vip' : 'basic',
        createdAt: new Date(now.getTime() - (400 - index * 20) * 86_400_000),
      })),
    )
    .returning(['id', 'physicalCard'])
    .execute()
  const byCard = new Map(demoMembers.map(({ physicalCard, wallets }) => [physicalCard, wallets]))
  return new Map(rows.map(({ id, physicalCard }) => [id, byCard.get(physicalCard) ?? [0, 0, 0, 0, 0]]))
}
