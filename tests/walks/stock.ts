import { sql } from 'kysely'
import { demoUsers } from '#server/db/seed/access.ts'
import { newId } from '#shared/core/id.ts'
import { fromMinor } from '#shared/core/money.ts'
import type { ConsumeType } from '#shared/features/rules/consume-rules.contract.ts'
import { STORE, type Venue } from '#tests/support/venue/venue.ts'
import { HOME, shareCards } from '#tests/support/visitors.ts'
import type { Chance } from './random.ts'

/** What is sold at the place of a walk. */
export interface OfferedRule {
  id: string
  consumeType: ConsumeType
}

export interface OfferedRecharge {
  id: string
  kind: 'recharge' | 'card'
  /** Rules of a custom amount, which the counter enters. */
  isCustom: boolean
  hasGift: boolean
}

export interface OfferedRate {
  id: string
  step: number
}

export interface OfferedGift {
  id: string
  isForPoints: boolean
  /** In money; null: it is not sold. */
  price: number | null
}

export interface OfferedGoods {
  id: string
  /** Null: entered at each sale. */
  price: number | null
  isCounted: boolean
}

/** What a store sells, and its members, vehicles and coupons. */
export interface Stock {
  rules: readonly OfferedRule[]
  recharges: readonly OfferedRecharge[]
  rates: readonly OfferedRate[]
  gifts: readonly OfferedGift[]
  products: readonly OfferedGoods[]
  members: string[]
  /** Members of the other store of the chain. */
  visitors: string[]
  vehicles: string[]
  coupons: string[]
  /** Codes that take something off a price. */
  discounts: string[]
  /** Codes that credit a value, and codes for a gift. */
  values: string[]
  giftCodes: string[]
  /** The batch whose codes are sold. */
  soldBatch: OfferedGoods
  /** The places of the cloakroom, fewer than things. */
  places: readonly string[]
  /** Codes of promoters: a member of the walk, and a user. */
  promoterCodes: readonly string[]
  userPromoter: string
}

/** Amounts that do not divide evenly, so that rounding errors would show. */
const RULES = [
  { consumeType: 'BALANCE', price: 3333, experience: 5 },
  { consumeType: 'BALANCE', price: 777, priceMode: 'one' },
  { consumeType: 'BALANCE', price: 1250, limited: true, memberLimit: 3 },
  { consumeType: 'INTEGRAL', integral: 20 },
  { consumeType: 'BALANCEANDINTEGRAL', price: 1001, integral: 7 },
  { consumeType: 'FREQUENCY', frequency: 1, projectType: 'kart' },
  { consumeType: 'FREQUENCY', frequency: 2, projectType: 'currency', priceMode: 'one' },
  { consumeType: 'QUAN', laps: 3, minutes: 0 },
  { consumeType: 'COIN', price: 0, coins: 2 },
  { consumeType: 'GIFT', price: 333 },
  { consumeType: 'GROUPCOUPON' },
  { consumeType: 'NOCARDCONSUME', price: 2999, deposit: 5000 },
  { consumeType: 'NOCARDCONSUME', price: 0, deposit: 2000 },
  { consumeType: 'NOCARDCONSUME', price: 1999 },
  { consumeType: 'PLAYFREELY', projectType: 'kart', priceMode: 'one' },
  { consumeType: 'TESTCARD', priceMode: 'one' },
] as const

/** In ledger units; two of them in a row would turn gift value into another wallet and back. */
const RATES = [
  { fromWallet: 'integral', toWallet: 'give', fromUnits: 7, toUnits: 30, step: 3, dayLimit: 60 },
  { fromWallet: 'balance', toWallet: 'laps', fromUnits: 777, toUnits: 2, step: 500, dayLimit: -1 },
  { fromWallet: 'give', toWallet: 'integral', fromUnits: 100, toUnits: 3, step: 100, dayLimit: 1500 },
  { fromWallet: 'frequency', fromProject: 'kart', toWallet: 'laps', fromUnits: 1, toUnits: 4, step: 1, dayLimit: -1 },
  { fromWallet: 'integral', toWallet: 'coins', fromUnits: 3, toUnits: 2, step: 3, dayLimit: -1 },
  { fromWallet: 'coins', toWallet: 'laps', fromUnits: 7, toUnits: 1, step: 7, dayLimit: 70 },
  { fromWallet: 'laps', toWallet: 'frequency', toProject: 'currency', fromUnits: 5, toUnits: 1, step: 5, dayLimit: 20 },
] as const

const FOREVER = { validityType: 'forever', validDays: 0 } as const
const DAYS = { validityType: 'fixedDays', validDays: 1 } as const

const RECHARGES = [
  { ...FOREVER, recharge: 10_000, price: 10_000, give: 1111, integral: 50 },
  { ...DAYS, recharge: 7777, price: 7777, give: 777, integral: 33, laps: 7, frequency: 3, projectType: 'kart' },
  { ...DAYS, recharge: 3000, price: 5000, integral: 40, laps: 9, frequency: 4, projectType: 'kart' },
  { ...FOREVER, amountType: 'custom', recharge: 100, price: 0 },
] as const
const CARDS = [
  { days: 0, plays: 3, price: 1000 },
  { days: 2, plays: 2, price: 999 },
  { days: 30, plays: -1, price: 6990 },
] as const

/** What a store sells and hands out besides rides. */
export type Goods = Pick<Stock, 'recharges' | 'rates' | 'gifts' | 'places' | 'products' | 'soldBatch'>

/** Creates recharges, exchange rates, gifts, products, a batch of coupons for sale and places of the cloakroom. */
export async function sellGoods(venue: Venue): Promise<Goods> {
  const gifts = await offerGifts(venue)
  const [promised] = gifts
  const recharges = await sellRecharges(venue, promised?.id ?? null)
  const [rates, places, products] = [await offerRates(venue), await openCloakroom(venue), await offerProducts(venue)]
  return { gifts, recharges, rates, places, products, soldBatch: await offerCoupons(venue) }
}

/** Creates the rules that the store of a walk sells by, its goods, and a promoter who is a user. */
export async function sell(venue: Venue): Promise<Goods & Pick<Stock, 'rules' | 'userPromoter'>> {
  const rules: OfferedRule[] = []
  for (const rule of RULES) {
    const { id } = await venue.rule({ laps: 3, minutes: 1, ...rule })
    rules.push({ id, consumeType: rule.consumeType })
  }
  await shareCards(venue)
  const goods = await sellGoods(venue)
  const userPromoter = await promote(venue, USER_CODE, { userId: demoUsers.coach.id })
  // So that commissions are due at once, and refunds come after them.
  await venue.inEveryStore((trx) => trx.updateTable('store').set({ commissionDays: 0 }).execute())
  return { rules, ...goods, userPromoter }
}

const USER_CODE = 'WALKUSER'

/** Adds a promoter; returns its id. The share does not divide evenly. */
async function promote(venue: Venue, code: string, who: { memberId?: string; userId?: string }): Promise<string> {
  const terms = {
    mode: 'percent',
    unit: who.userId ? 'money' : 'give',
    amount: 0,
    rate: 333,
    recharges: 'all',
    days: 30,
  }
  const row = {
    id: newId(),
    orgCode: STORE,
    roleId: newId(),
    roleName: '推广',
    terms: JSON.stringify(terms),
    memberId: who.memberId ?? null,
    userId: who.userId ?? null,
    name: code,
    code,
    updatedBy: null,
    updatedAt: null,
  }
  await venue.inEveryStore((trx) => trx.insertInto('promoter').values(row).execute())
  return row.id
}

/** A member whom the promoter who is a user has referred. */
const bindToUser = (venue: Venue, memberId: string, boundAt: Date) =>
  venue.inEveryStore((trx) =>
    sql`insert into promoted_member (id, org_code, member_id, promoter_id, terms, bound_at)
      select ${newId()}, p.org_code, ${memberId}, p.id, p.terms, ${boundAt} from promoter p where p.code = ${USER_CODE}`.execute(
      trx,
    ),
  )

const PLACES = 3
/** A fee begins soon, and its parts do not divide evenly. */
const CLOAKROOM = { cloakroomFreeMinutes: 1, cloakroomHourFee: 333, cloakroomFeeMost: 1999, cloakroomHours: 24 }

async function openCloakroom(venue: Venue): Promise<string[]> {
  const rows = Array.from({ length: PLACES }, () => {
    const id = newId()
    return { id, orgCode: STORE, name: `柜 ${id.slice(-6)}` }
  })
  await venue.inEveryStore(async (trx) => {
    await trx.updateTable('store').set(CLOAKROOM).where('orgCode', '=', STORE).execute()
    await trx.insertInto('cloakroomPlace').values(rows).execute()
  })
  return rows.map(({ id }) => id)
}

const VISITORS = 2

/** Creates members with value, vehicles and coupons. */
export async function bring(
  venue: Venue,
  chance: Chance,
  { now, ...most }: { members: number; vehicles: number; now: Date },
): Promise<
  Pick<Stock, 'members' | 'visitors' | 'vehicles' | 'coupons' | 'discounts' | 'values' | 'giftCodes' | 'promoterCodes'>
> {
  const members: string[] = []
  for (let count = 0; count < most.members; count++) {
    const member = await venue.member({
      balance: chance.below(20_000),
      give: chance.below(9000),
      integral: 60,
      laps: 12,
      coins: chance.below(30),
      // By the clock of the walk, so that promoters can bring them.
      createdAt: now,
    })
    await venue.post({}, [{ account: 'frequency', member, project: chance.oneOf(['kart', 'currency']), delta: 4 }])
    members.push(member)
  }
  const visitors: string[] = []
  for (let count = 0; count < VISITORS; count++) {
    const value = {
      balance: chance.below(20_000),
      give: chance.below(9000),
      integral: 60,
      laps: 12,
      coins: chance.below(30),
    }
    const member = await venue.member({ orgCode: HOME, ...value })
    const until = chance.happens(0.5) ? new Date(Date.now() + 3_600_000) : null
    await venue.post({ orgCode: HOME }, [
      { account: 'frequency', member, project: chance.oneOf(['kart', 'currency']), delta: 4 },
      { account: 'balance', member, delta: chance.between(1, 9000), validUntil: until },
    ])
    visitors.push(member)
  }
  const code = newId().slice(-8).toUpperCase()
  await promote(venue, code, { memberId: members[0] ?? '' })
  // So that there are commissions from the first recharge on.
  await bindToUser(venue, members[1] ?? '', now)
  const vehicles: string[] = []
  for (let count = 0; count < most.vehicles; count++) vehicles.push((await venue.vehicle()).id)
  const coupons = [1, 2, -1].map((usesAllowed) => {
    const minutes = chance.oneOf([-1, 30])
    return {
      id: newId(),
      orgCode: STORE,
      code: `W${newId().slice(-12)}`,
      value: chance.below(9000),
      usesAllowed,
      minutes,
    }
  })
  await venue.inEveryStore((trx) => trx.insertInto('groupCoupon').values(coupons).execute())
  const own = await venue.coupons({
    kind: 'rule',
    value: chance.below(9000),
    count: 3,
    perMember: chance.oneOf([-1, 1]),
  })
  const discounts = [
    ...(await venue.coupons({ kind: 'discount', value: 0, percent: chance.oneOf([15, 33, 100]), count: 2 })),
    ...(await venue.coupons({ kind: 'discount', value: chance.between(1, 4000), count: 2, perMember: 1 })),
  ]
  const values = await venue.coupons({ value: chance.between(1, 3000), count: 4, perMember: 2 })
  const [gift] = await venue.rows('gift').where('name', '赠品 handOut')
  const giftCodes = await venue.coupons({ kind: 'gift', value: 0, giftId: String(gift?.id), giftCount: 2, count: 3 })
  const promoterCodes = [code, USER_CODE]
  return {
    members,
    visitors,
    vehicles,
    discounts,
    values,
    giftCodes,
    promoterCodes,
    coupons: [...coupons.map(({ code }) => code), ...own],
  }
}

/** Creates gifts: one that recharges include, one for points and one for money. They have no stock yet. */
async function offerGifts(venue: Venue): Promise<OfferedGift[]> {
  const rows = (['handOut', 'points', 'money'] as const).map((mode) => {
    const terms = { integral: mode === 'points' ? 13 : 0, price: mode === 'money' ? 777 : 0 }
    return { id: newId(), orgCode: STORE, name: `赠品 ${mode}`, mode, ...terms }
  })
  await venue.inEveryStore((trx) => trx.insertInto('gift').values(rows).execute())
  return rows.map(({ id, mode, price }) => ({
    id,
    isForPoints: mode === 'points',
    price: mode === 'money' ? fromMinor(price) : null,
  }))
}

/** Creates products with little stock, and one whose pieces are not counted and whose price is entered. */
async function offerProducts(venue: Venue): Promise<OfferedGoods[]> {
  const offered: OfferedGoods[] = []
  for (const [price, pieces] of [
    [333, 20],
    [1999, 6],
  ] as const) {
    offered.push({ id: await venue.product({ price, pieces }), price: fromMinor(price), isCounted: true })
  }
  const fee = { price: 0, priceKind: 'custom', tracksStock: false } as const
  return [...offered, { id: await venue.product(fee), price: null, isCounted: false }]
}

/** Creates a batch of coupons for sale, with few codes and a limit per member. */
async function offerCoupons(venue: Venue): Promise<OfferedGoods> {
  const [code = ''] = await venue.coupons({ kind: 'value', value: 1100, price: 777, count: 40, perMember: 6 })
  const [sold] = await venue.rows('couponCode').where('code', code)
  return { id: String(sold?.batchId), price: fromMinor(777), isCounted: false }
}

/** Creates recharges and cards; the first three include the gift. */
async function sellRecharges(venue: Venue, giftId: string | null): Promise<OfferedRecharge[]> {
  const offered: OfferedRecharge[] = []
  const dates = { validOn: null, offeredFrom: null, offeredUntil: null }
  await venue.inEveryStore(async (trx) => {
    for (const [index, offer] of RECHARGES.entries()) {
      const row = { id: newId(), orgCode: STORE, name: `充值${index}`, salesMethod: 'storedValue' as const }
      const hasGift = giftId !== null && index < 3
      const gift = hasGift ? { giftId, giftCount: 1 + (index % 2) } : {}
      const values = { amountType: 'fixed' as const, ...row, ...dates, ...offer, ...gift }
      await trx.insertInto('rechargeRule').values(values).execute()
      offered.push({ id: row.id, kind: 'recharge', isCustom: values.amountType === 'custom', hasGift })
    }
    for (const [index, offer] of CARDS.entries()) {
      const row = { id: newId(), orgCode: STORE, name: `畅玩${index}`, projectType: 'kart', ...offer }
      await trx.insertInto('playCardRule').values(row).execute()
      offered.push({ id: row.id, kind: 'card', isCustom: false, hasGift: false })
    }
  })
  return offered
}

async function offerRates(venue: Venue): Promise<OfferedRate[]> {
  const rows = RATES.map((rate) => {
    // The smallest multiple of the step that gives something.
    const minimum = rate.step * Math.ceil(rate.fromUnits / rate.toUnits / rate.step)
    return { id: newId(), orgCode: STORE, fromProject: '', toProject: '', ...rate, minimum }
  })
  await venue.inEveryStore((trx) => trx.insertInto('exchangeRate').values(rows).execute())
  return rows.map(({ id, fromWallet, step }) => ({
    id,
    step: fromWallet === 'balance' || fromWallet === 'give' ? fromMinor(step) : step,
  }))
}

/** One or two products and gifts, now and then more pieces than the store has. */
export function cartOf({ products, gifts }: Pick<Stock, 'products' | 'gifts'>, chance: Chance) {
  const goods = [...products, ...gifts.filter(({ price }) => price !== null)]
  const wanted = [...new Set([chance.oneOf(goods), chance.oneOf(goods)])]
  return wanted.map(({ id, price }) => ({
    productId: id,
    count: chance.happens(0.1) ? chance.between(5, 40) : chance.between(1, 3),
    // The price of a fixed one is the server's.
    price: price === null ? chance.between(100, 900) / 100 : chance.happens(0.05) ? price + 0.01 : price,
  }))
}

/** Now and then some codes of the batch that is sold. */
export function couponsToBuy({ soldBatch: { id: productId, price } }: Pick<Stock, 'soldBatch'>, chance: Chance) {
  return chance.happens(0.3) ? [{ productId, count: chance.between(1, 3), price: price ?? 0 }] : []
}
