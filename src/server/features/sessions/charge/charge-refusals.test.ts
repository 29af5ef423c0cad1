import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Insertable } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { withClient } from '#server/db/roles.ts'
import type { Tables } from '#server/db/tables.ts'
import { findDifferences } from '#server/features/reconciliation/index.ts'
import { newId } from '#shared/core/id.ts'
import { businessDay } from '#shared/core/time.ts'
import { type ChargeCall, type ChargeCalls, chargeCalls } from '#tests/support/venue/charge-calls.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { STORE } from '#tests/support/venue/venue.ts'
import { HOME, shareCards } from '#tests/support/visitors.ts'

const { server, venue, manager } = await testVenue(['manager'])
const { ride, together, alone } = chargeCalls(server, venue, await server.signIn('cashier'))

afterAll(async () => {
  expect(await venue.inEveryStore(findDifferences)).toEqual([])
})

const FUNCTIONS = join(import.meta.dirname, '../../../db/functions')

/** Every error code in the SQL text of `charge` and the functions that it calls. */
function codesOfCharge(): string[] {
  const files = readdirSync(FUNCTIONS, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.sql'))
  const bodies = new Map<string, string>()
  for (const file of files) {
    const text = readFileSync(join(FUNCTIONS, file), 'utf8').replace(/--.*/g, '')
    for (const part of text.split('create or replace function ').slice(1))
      bodies.set(part.match(/^\w+/)?.[0] ?? '', part)
  }
  const read = new Set<string>()
  const codes = new Set<string>()
  const look = (name: string): void => {
    const body = bodies.get(name)
    if (body === undefined || read.has(name)) return
    read.add(name)
    for (const [, code = ''] of body.matchAll(/["']([a-z]\w+\.[a-z]\w+)["']/g)) codes.add(code)
    for (const [, called = ''] of body.matchAll(/\b(\w+)\(/g)) look(called)
  }
  look('charge')
  return [...codes].filter((code) => !code.startsWith('pitlane.')).sort()
}

/** Codes in called functions that a charge cannot cause. */
const notOfCharges = [
  // A repetition after 90 days, in `answers.job.test.ts`.
  'common.answerForgotten',
  // Coupons for gifts.
  'couponCodes.giftMissing',
  // Lots below the wallet value, which a constraint prevents.
  'ledger.lotShort',
  // Entries that name a card or reverse another one.
  'ledger.noCard',
  'ledger.reversedMore',
  // Payments that begin on the guest's phone.
  'payments.phoneOff',
  'payments.phoneOpen',
  // A charge resolves merged members first, and is repeated after a concurrent merge.
  'members.merged',
  // Counts of stock.
  'stock.lineUnknown',
  // Offline starts.
  'terminals.offlineUnproven',
]

const owner = (statement: string, values: unknown[] = []) =>
  withClient(server.database.ownerUrl, (client) => client.query(statement, values))
const store = (change: string) => () => owner(`update store set ${change} where org_code = '${STORE}'`)
const today = () => new Date(`${businessDay(server.clock.now())}T00:00:00Z`).getUTCDay() || 7
const otherDay = () => (today() % 7) + 1
const guest = { consumeType: 'NOCARDCONSUME', memberId: null }

async function couponed(given: Record<string, unknown>): Promise<ChargeCall> {
  const code = `C${newId().slice(-12)}`
  const row = { id: newId(), orgCode: STORE, code, value: 100, ...given }
  await venue.inEveryStore((trx) => trx.insertInto('groupCoupon').values(row).execute())
  return ride({ rule: { consumeType: 'GROUPCOUPON' }, consumeType: 'GROUPCOUPON', couponCode: code })
}

const custom = { priceKind: 'custom', price: 0, minPrice: 2000 } as const
/** A ride with a line of a product. */
async function selling(
  product: Parameters<typeof venue.product>[0],
  line: object = {},
  given: object = {},
): Promise<ChargeCall> {
  const productId = await venue.product(product)
  return ride({ ...given, cart: [{ productId, count: 1, price: null, ...line }] })
}

interface OwnCoupon {
  batch?: Partial<Insertable<Tables['couponBatch']>>
  /** A change of the code. */
  change?: string
  /** Whether the member has the other code of the batch. */
  hasOther?: boolean
  memberId?: null
}

/** A ride by one of the store's own coupons. */
async function ownCoupon({ batch, change = '', hasOther = false, ...rider }: OwnCoupon): Promise<ChargeCall> {
  const [couponCode = '', other = ''] = await venue.coupons({ kind: 'rule', count: 2, ...batch })
  const memberId = await venue.member()
  if (change !== '') await owner(`update coupon_code set ${change} where code = $1`, [couponCode])
  if (hasOther) await owner('update coupon_code set member_id = $2 where code = $1', [other, memberId])
  return ride({ rule: { consumeType: 'GROUPCOUPON' }, consumeType: 'GROUPCOUPON', couponCode, memberId, ...rider })
}

/** A batch of coupons for sale; returns its id. */
async function couponsForSale(codes: number): Promise<string> {
  const [code = ''] = await venue.coupons({ kind: 'rule', price: 300, count: codes })
  return String((await venue.rows('couponCode').where('code', code))[0]?.batchId)
}

/** A ride by a coupon that the member has bought beside another one, and that was changed since. */
async function boughtCoupon(change: string): Promise<ChargeCall> {
  const productId = await couponsForSale(1)
  const bought = await ride({ cart: [{ productId, count: 1, price: null }] })
  await alone(bought)
  await owner(`update coupon_code set ${change} where batch_id = $1`, [productId])
  const [code] = await venue.rows('couponCode').where('batchId', productId)
  const { memberId } = bought
  return ride({
    rule: { consumeType: 'GROUPCOUPON' },
    consumeType: 'GROUPCOUPON',
    couponCode: String(code?.code),
    memberId,
  })
}

/** A ride by balance with one of the store's own coupons. */
async function discounted(batch: OwnCoupon['batch'], given: Parameters<typeof ride>[0] = {}): Promise<ChargeCall> {
  const [couponCode = null] = await venue.coupons({ kind: 'discount', value: 500, ...batch })
  return ride({ couponCode, ...given } as never)
}

/** A gift, as a batch of coupons names it. */
async function gift() {
  const row = { id: newId(), orgCode: STORE, name: newId() }
  await venue.inEveryStore((trx) => trx.insertInto('gift').values(row).execute())
  return { giftId: row.id, giftCount: 1 }
}

const ofMember = async () => `member_id = '${await venue.member()}'`

async function terminal(key: string, isRevoked = false): Promise<string> {
  const id = newId()
  const at = server.clock.now()
  const row = {
    id,
    orgCode: STORE,
    name: id,
    prefix: id.slice(-8),
    registeredBy: manager.user.id,
    createdAt: at,
    seenAt: at,
  }
  const keys = { publicKey: key, revokedAt: isRevoked ? at : null }
  await venue.inEveryStore((trx) =>
    trx
      .insertInto('terminal')
      .values({ ...row, ...keys })
      .execute(),
  )
  return id
}

interface Case {
  ready(): Promise<ChargeCall>
  /** Undoes changes that would refuse all later calls. */
  after?(): Promise<unknown>
}

const by = (given: () => Parameters<ChargeCalls['ride']>[0]): Case => ({ ready: () => ride(given()) })
const ofStore = (change: string, back: string, given: () => Parameters<ChargeCalls['ride']>[0] = () => ({})): Case => ({
  ready: async () => {
    await store(change)()
    return ride(given())
  },
  after: store(back),
})
/** A ride of a member of another store, while the chain shares its cards. */
const ofVisitor = (given: Parameters<ChargeCalls['ride']>[0]): Case => ({
  ready: async () => {
    await shareCards(venue)
    return ride({ ...given, memberId: await venue.member({ orgCode: HOME, balance: 100_000 }) })
  },
  after: () => shareCards(venue, 'NO'),
})
const PUBLIC_KEY = 'A'.repeat(43)

/** For each code a call that is refused with it and is otherwise the common case, if possible. */
const cases: Record<string, Case> = {
  'accessTokens.noCash': {
    ready: async () => {
      const call = await ride({ ...guest, rule: { consumeType: 'NOCARDCONSUME' }, guestPayMode: 'cash' })
      return Object.assign(call, { byToken: true })
    },
  },
  'common.keyReused': {
    ready: async () => {
      const done = await ride()
      await alone(done)
      return ride({ key: done.key, bodyHash: 'another hash' })
    },
  },
  'couponCodes.forDiscount': { ready: () => ownCoupon({ batch: { kind: 'discount' } }) },
  'couponCodes.forRide': { ready: () => discounted({ kind: 'rule' }) },
  'couponCodes.nothingOff': {
    ready: () => discounted({}, { rule: { consumeType: 'QUAN', laps: 3 }, consumeType: 'QUAN' }),
  },
  'couponCodes.levelBetter': {
    ready: async () => {
      const code = newId()
      const level = { id: code, orgCode: STORE, code, name: code, rank: 78, experience: -1, discount: 90 }
      await venue.inEveryStore((trx) => trx.insertInto('memberLevel').values(level).execute())
      return discounted({}, { member: { memberLevel: code } })
    },
  },
  'couponCodes.forGift': { ready: async () => ownCoupon({ batch: { kind: 'gift', value: 0, ...(await gift()) } }) },
  'couponCodes.forValue': { ready: () => ownCoupon({ batch: { kind: 'value' } }) },
  'couponCodes.inactive': { ready: () => ownCoupon({ batch: { active: false } }) },
  'couponCodes.memberRequired': { ready: async () => ownCoupon({ change: await ofMember(), memberId: null }) },
  'couponCodes.notYet': { ready: () => ownCoupon({ batch: { validFrom: new Date('2099-01-01') } }) },
  'couponCodes.otherMember': { ready: async () => ownCoupon({ change: await ofMember() }) },
  'couponCodes.perMember': { ready: () => ownCoupon({ batch: { perMember: 1 }, hasOther: true }) },
  'couponCodes.used': { ready: () => ownCoupon({ change: 'used_at = now(), used_for = gen_random_uuid()' }) },
  'couponCodes.void': { ready: () => ownCoupon({ change: 'voided_at = now()' }) },
  'coupons.expired': { ready: () => couponed({ validUntil: new Date(0) }) },
  'coupons.notFound': by(() => ({
    rule: { consumeType: 'GROUPCOUPON' },
    consumeType: 'GROUPCOUPON',
    couponCode: 'none',
  })),
  'coupons.otherRule': { ready: async () => couponed({ ruleIds: [(await venue.rule()).id] }) },
  'coupons.releasing': { ready: () => couponed({ releasing: true }) },
  'coupons.used': { ready: () => couponed({ usesMade: 1, state: 'used' }) },
  'emergency.inForce': {
    ready: async () => {
      const call = await ride()
      await manager.emergency.stop({ body: { vehicleIds: call.vehicleIds } })
      return call
    },
  },
  'members.agreementMissing': {
    ready: async () => {
      await owner(
        `insert into agreement (id, org_code, version, title_zh, content_zh, published_at, created_by, created_at)
           values ($2, $1, 900, '须知', '须知', now(), 'test', now())`,
        [STORE, newId()],
      )
      await store(`agreement_mode = 'block'`)()
      return ride()
    },
    after: store(`agreement_mode = 'off'`),
  },
  'members.ended': by(() => ({ member: { endTime: server.clock.now() } })),
  'members.frozen': by(() => ({ member: { frozen: true } })),
  'members.insufficientBalance': by(() => ({ rule: { price: 12_000 } })),
  'members.insufficientFrequency': by(() => ({
    rule: { consumeType: 'FREQUENCY', frequency: 1 },
    consumeType: 'FREQUENCY',
  })),
  'members.insufficientIntegral': by(() => ({
    rule: { consumeType: 'INTEGRAL', integral: 5 },
    consumeType: 'INTEGRAL',
  })),
  'members.insufficientCoins': by(() => ({ rule: { consumeType: 'COIN', coins: 5 }, consumeType: 'COIN' })),
  'members.insufficientGive': by(() => ({ rule: { consumeType: 'GIFT', price: 2001 }, consumeType: 'GIFT' })),
  'members.insufficientQuan': by(() => ({ rule: { consumeType: 'QUAN', laps: 5 }, consumeType: 'QUAN' })),
  'members.noUnlimitedCard': by(() => ({ rule: { consumeType: 'PLAYFREELY' }, consumeType: 'PLAYFREELY' })),
  'members.notFound': by(() => ({ memberId: '999999999' })),
  'members.passwordRequired': by(() => ({ member: { consumePassword: 'a hash' }, passwordHash: 'another hash' })),
  'members.required': by(() => ({ memberId: null })),
  'payments.providerOff': {
    ready: async () => {
      await owner(`update payment_provider set enabled = false where org_code = $1`, [STORE])
      return ride({ ...guest, rule: { consumeType: 'NOCARDCONSUME' }, payment: { codeShape: 'alipay' } })
    },
    after: () =>
      owner(`update payment_provider set enabled = true where org_code = $1 and provider = 'sandbox'`, [STORE]),
  },
  'photos.required': by(() => ({ rule: { gatherFace: true } })),
  'photos.unknown': by(() => ({ rule: { gatherFace: true }, photoId: newId() })),
  'sessions.cashRefused': ofStore(`accepts_cash = 'NO'`, `accepts_cash = 'YES'`, () => ({
    ...guest,
    rule: { consumeType: 'NOCARDCONSUME' },
    guestPayMode: 'cash',
  })),
  'sessions.receivedShort': by(() => ({
    ...guest,
    rule: { consumeType: 'NOCARDCONSUME', price: 5000 },
    guestPayMode: 'cash',
    received: 4999,
  })),
  'members.elsewhere': ofVisitor({
    rule: { selfService: true },
    kiosk: { pays: ['balance'], prefix: null, prints: false },
  }),
  'sessions.cashierRequired': ofStore(`cashier_required = 'YES'`, `cashier_required = 'NO'`),
  'sessions.cashierUnknown': by(() => ({ cashierId: newId() })),
  'sessions.cashierUnproven': {
    ready: async () => {
      await owner(`update user_account set con_password_hash = 'a hash' where id = $1`, [manager.user.id])
      return ride({ cashierId: manager.user.id })
    },
    after: () => owner('update user_account set con_password_hash = null where id = $1', [manager.user.id]),
  },
  'sessions.couponRequired': by(() => ({ rule: { consumeType: 'GROUPCOUPON' }, consumeType: 'GROUPCOUPON' })),
  'sessions.noLapMode': by(() => ({ rule: { laps: 0 } })),
  'sessions.noTimerMode': by(() => ({ rule: { minutes: 0 }, runMode: 'timermode' })),
  'kiosks.notOffered': by(() => ({ kiosk: { pays: ['balance'], prefix: null, prints: false } })),
  'sessions.oneVehicle': {
    ready: async () => {
      const call = await ride()
      return { ...call, vehicleIds: [...call.vehicleIds, (await venue.vehicle()).id] }
    },
  },
  'sessions.ruleImmediate': by(() => ({ rule: { useMode: 'immediate' }, usageMode: 'lineup' })),
  'sessions.ruleLevel': {
    ready: async () => {
      const code = newId()
      const level = { id: code, orgCode: STORE, code, name: code, rank: 77, experience: -1 }
      await venue.inEveryStore((trx) => trx.insertInto('memberLevel').values(level).execute())
      return ride({ rule: { memberLevel: code } })
    },
  },
  'sessions.ruleLineup': by(() => ({ rule: { useMode: 'lineup' } })),
  'sessions.ruleMemberDayLimit': by(() => ({ rule: { memberDays: [today()], memberDayLimit: 0 } })),
  'sessions.ruleMemberLimit': by(() => ({ rule: { limited: true, dailyLimit: 9, memberLimit: 0 } })),
  'sessions.ruleMembersOnly': by(() => ({
    ...guest,
    rule: { consumeType: 'NOCARDCONSUME', price: 0, limited: true, dailyLimit: 9, memberLimit: 9 },
  })),
  'sessions.ruleNotFound': by(() => ({ rule: { active: false } })),
  'sessions.ruleOncePeople': by(() => ({ rule: { priceMode: 'one', oncePeople: 3 }, people: 4 })),
  'sessions.ruleTypeMismatch': by(() => ({ rule: { consumeType: 'INTEGRAL' } })),
  'sessions.ruleOwnMembersOnly': ofVisitor({ rule: { limited: true, dailyLimit: 9, memberLimit: 9 } }),
  'sessions.ruleUsedUp': by(() => ({ rule: { limited: true, dailyLimit: 0 } })),
  'sessions.ruleWeekday': by(() => ({ rule: { memberDays: [otherDay()] } })),
  'sessions.testNotAllowed': by(() => ({ rule: { consumeType: 'TESTCARD' }, consumeType: 'TESTCARD', memberId: null })),
  'sessions.tooManyPeople': by(() => ({ vehicle: { seats: 2 }, people: 3 })),
  'sessions.vehicleKept': by(() => ({ vehicle: { keptFor: newId(), keptBy: '二号台' } })),
  'sessions.vehicleNotFound': by(() => ({ vehicleIds: [newId()] })),
  'sessions.vehicleTaken': {
    ready: async () => {
      const taken = await ride()
      await alone(taken)
      return ride({ vehicleIds: taken.vehicleIds })
    },
  },
  'sessions.vehicleUnavailable': by(() => ({ vehicle: { condition: 'maintenance' } })),
  'shifts.required': ofStore(`cash_needs_shift = 'YES'`, `cash_needs_shift = 'NO'`, () => ({
    ...guest,
    rule: { consumeType: 'NOCARDCONSUME' },
    guestPayMode: 'cash',
  })),
  'couponBatches.tooFew': {
    ready: async () => ride({ cart: [{ productId: await couponsForSale(1), count: 2, price: null }] }),
  },
  'couponCodes.returned': { ready: () => boughtCoupon(`returned_by = '${newId()}'`) },
  'couponCodes.unpaid': { ready: () => boughtCoupon('reserved = true') },
  'products.couponApart': {
    ready: async () => discounted({}, { cart: [{ productId: await couponsForSale(1), count: 1, price: null }] }),
  },
  'products.notForMoney': {
    ready: async () => ride({ cart: [{ productId: (await gift()).giftId, count: 1, price: null }] }),
  },
  'products.inactive': { ready: () => selling({ active: false }) },
  'products.priceChanged': { ready: () => selling({}, { price: 299 }) },
  'products.priceMissing': { ready: () => selling(custom) },
  'products.priceOutside': { ready: () => selling(custom, { price: 1999 }) },
  'products.soldApart': {
    ready: () => selling({}, {}, { rule: { consumeType: 'TESTCARD' }, consumeType: 'TESTCARD' }),
  },
  'products.unknown': { ready: () => selling({}, { productId: newId() }) },
  'stock.short': { ready: () => selling({ pieces: 1 }, { count: 2 }) },
  'terminals.revoked': { ready: async () => ride({ terminalId: await terminal(PUBLIC_KEY, true) }) },
  'terminals.signatureInvalid': { ready: async () => ride({ terminalId: await terminal(PUBLIC_KEY) }) },
}

it('covers every refusal of a charge', () => {
  expect([...Object.keys(cases), ...notOfCharges].sort()).toEqual(codesOfCharge())
})

it.each(Object.entries(cases))('%s is refused as a single call, and not handled by the batch', async (code, one) => {
  const [before, after] = [await ride(), await ride()]
  const call = await one.ready()
  try {
    await expect(alone(call)).rejects.toMatchObject({ code: 'PL001', message: code })
    expect(await together(call)).toEqual({})
    if (one.after) return
    // Concurrent calls are still charged.
    expect(Object.keys(await together(before, call, after)).sort()).toEqual([before.key, after.key].sort())
  } finally {
    await one.after?.()
  }
  if (code !== 'common.keyReused') expect(await venue.rows('consumeOrder').where('id', call.key)).toEqual([])
})

it.each(['inputRefusal', 'proofRefusal'])('refuses also problems found before the SQL call (%s)', async (which) => {
  const call = await ride({ [which]: { code: 'sessions.racerRequired', details: {} } })
  await expect(alone(call)).rejects.toMatchObject({ message: 'sessions.racerRequired' })
  expect(await together(call)).toEqual({})
})
