import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Database, EVERY_STORE, openDatabase } from '#server/db/database.ts'
import { ConsumeType } from '#shared/features/rules/consume-rules.contract.ts'
import { chargedPeople } from '#shared/features/sessions/charge.calc.ts'
import { ChargePayMode } from '#shared/features/sessions/charge.schema.ts'
import {
  chargeLines,
  depositOf,
  isPaidByMember,
  type PricedRule,
  payModeOf,
  peopleOnVehicles,
  priceOf,
  type Spendable,
} from '#shared/features/sessions/charge-lines.calc.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/postgres/postgres.ts'

let test: TestDatabase
let db: Database
beforeAll(async () => {
  test = await createTestDatabase()
  db = openDatabase(test.appUrl, { size: 1 })
})
afterAll(async () => {
  await db.close()
  await test.drop()
})
describe('the SQL of a charge', () => {
  const amount = fc.oneof(fc.integer({ min: 0, max: 1_000_000 }), fc.integer({ min: 0, max: 20 }))
  const due = fc.oneof(fc.constant(0), amount)
  const few = fc.integer({ min: 0, max: 20 })
  const project = fc.constantFrom('currency', 'kart', 'boat')
  /** A coupon takes no more off than the price of one person, which is the least that a ride costs. */
  const withOff = (by: PricedRule): PricedRule => ({ ...by, off: Math.min(by.off, by.price) })
  const rule: fc.Arbitrary<PricedRule> = fc
    .record({
      consumeType: fc.constantFrom(...ConsumeType.options),
      priceMode: fc.constantFrom('one', 'every'),
      price: amount,
      deposit: amount,
      integral: few,
      frequency: few,
      laps: few,
      coins: few,
      projectType: project,
      couponValue: amount,
      goods: due,
      off: due,
    })
    .map(withOff)
  const has: fc.Arbitrary<Spendable> = fc.record({
    balance: amount,
    give: amount,
    integral: few,
    laps: few,
    coins: few,
    visits: fc.dictionary(project, few, { noNullPrototype: true }),
    unlimited: fc.uniqueArray(project),
  })
  const count = fc.integer({ min: 1, max: 6 })
  const asked = fc.record({
    people: count,
    vehicles: count,
    order: fc.constantFrom('paidFirst', 'giftFirst', 'proportional'),
    payMode: fc.constantFrom('balance', 'cash', 'scan', 'none'),
  })

  it('charges what the shared calculation says', async () => {
    const cases = fc.sample(fc.tuple(rule, asked, has), 1500)
    const { rows } = await db.scoped(EVERY_STORE, (trx) =>
      sql<{
        lines: unknown
      }>`select charge_lines(c -> 0, (c -> 1 ->> 'people')::integer, (c -> 1 ->> 'vehicles')::integer,
          c -> 1 ->> 'order', c -> 1 ->> 'payMode', c -> 2) as lines
        from jsonb_array_elements(${JSON.stringify(cases.map(([by, how, owned]) => [inColumns(by), how, owned]))}) with ordinality as one (c, n)
        order by n`.execute(trx),
    )
    expect(rows.map(({ lines }) => lines)).toEqual(cases.map(([by, how, owned]) => chargeLines(by, how, owned)))
  })

  it('prices a charge and chooses how it is paid as the shared calculation does', async () => {
    // Free rules and rules with only a deposit decide between the ways of payment.
    const offered = fc.tuple(rule, due, due).map(([by, price, deposit]) => withOff({ ...by, price, deposit }))
    const cases = fc.sample(fc.tuple(offered, count, fc.constantFrom(...ChargePayMode.options)), 1500)
    const { rows } = await db.scoped(EVERY_STORE, (trx) =>
      sql<{ byMember: boolean; times: number; price: number; deposit: number; payMode: string }>`
        select is_paid_by_member(consume_type) as by_member, charged_people(price_mode, people)::integer as times,
            price_of(consume_type, price_mode, price, people, coupon_value, off)::integer as price,
            deposit_of(consume_type, deposit)::integer as deposit,
            pay_mode_of(consume_type, price_mode, price, deposit, people, wanted, goods, off) as pay_mode
          from jsonb_array_elements(${JSON.stringify(cases.map(([by, people, wanted]) => ({ ...inColumns(by), people, wanted })))})
            with ordinality as one (c, n),
            jsonb_to_record(c) as asked (consume_type text, price_mode text, price bigint, deposit bigint, coupon_value bigint,
              people integer, wanted text, goods bigint, off bigint)
          order by n`.execute(trx),
    )
    expect(rows).toEqual(
      cases.map(([by, people, wanted]) => ({
        byMember: isPaidByMember(by.consumeType),
        times: chargedPeople(by.priceMode, people),
        price: priceOf(by, people),
        deposit: depositOf(by),
        payMode: payModeOf(by, people, wanted),
      })),
    )
    expect(new Set(rows.map(({ payMode }) => payMode)).size).toBe(4)
  })

  it('distributes people as the shared calculation does', async () => {
    const cases = fc.sample(
      fc.tuple(
        fc.integer({ min: 1, max: 12 }),
        fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 5 }),
      ),
      300,
    )
    const { rows } = await db.scoped(EVERY_STORE, (trx) =>
      sql<{
        spread: number[] | null
      }>`select people_on_vehicles((c ->> 0)::integer, array(select jsonb_array_elements_text(c -> 1)::integer)) as spread
        from jsonb_array_elements(${JSON.stringify(cases)}) with ordinality as one (c, n) order by n`.execute(trx),
    )
    expect(rows.map(({ spread }) => spread)).toEqual(cases.map(([people, seats]) => peopleOnVehicles(people, seats)))
  })
})

/** A rule with column names. */
const inColumns = ({ consumeType, priceMode, projectType, couponValue, ...same }: PricedRule) => ({
  ...same,
  consume_type: consumeType,
  price_mode: priceMode,
  project_type: projectType,
  coupon_value: couponValue,
})
