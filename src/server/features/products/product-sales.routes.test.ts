import { hash } from '@node-rs/argon2'
import { afterAll, describe, expect, it } from 'vitest'
import { demoStores } from '#server/db/seed/access.ts'
import { newId } from '#shared/core/id.ts'
import type { SaleInput } from '#shared/features/products/product-sales.contract.ts'
import { findBroken } from '#tests/support/invariants/index.ts'
import type { TestClient } from '#tests/support/server.ts'
import { salesOf } from '#tests/support/venue/counter-sales.ts'
import { codeEnding } from '#tests/support/venue/paid-orders.ts'
import { peopleOf } from '#tests/support/venue/people.ts'
import { codeAndFieldOf, codeOf } from '#tests/support/venue/refusals.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'

const { server, venue, cashier, manager } = await testVenue(['cashier', 'manager'])
const other = await server.signIn('manager2')
const coach = await server.signIn('coach')
const { ledgerOf, charge, ended } = salesOf(server, venue, cashier)
const [SUCCESS, NEVER] = [codeEnding(0), codeEnding(2)]

afterAll(async () => {
  expect(await venue.inEveryStore((trx) => findBroken(trx))).toEqual([])
})

type Given = Partial<SaleInput> & { key?: string; by?: Pick<TestClient, 'productSales'> }

const sell = (lines: SaleInput['lines'], { key = newId(), by = cashier, ...more }: Given = {}) =>
  by.productSales.add({ key, body: { lines, consumePayMode: 'cash', ...more } })
const orderOf = async (id: string) => (await venue.rows('consumeOrder').where('id', id))[0]
const linesOf = async (id: string) =>
  (await venue.rows('orderLine').where('orderId', id))
    .sort((one, another) => Number(one.place) - Number(another.place))
    .map(({ kind, pieces, price, amount }) => [kind, pieces, price, amount].join(' '))

describe('a sale of products', () => {
  it('to a walk-in takes cash and stock, and is one order with its lines', async () => {
    const water = await venue.product({ price: 300, name: `水${newId()}` })
    const gloves = await venue.product({ price: 3900, pieces: 5, taxMark: 'B' })
    const { result, message } = await sell(
      [
        { productId: water, count: 2 },
        { productId: gloves, count: 1, price: 39 },
      ],
      { received: 100 },
    )
    expect(result).toMatchObject({
      id: message,
      payState: 'paid',
      payMode: 'cash',
      amount: 45,
      lines: [{ account: 'cash', amount: 45 }],
      goods: [
        { kind: 'product', productId: water, count: 2, price: 3, amount: 6 },
        { kind: 'product', productId: gloves, count: 1, price: 39, amount: 39, taxMark: 'B' },
      ],
    })
    expect(await orderOf(message)).toMatchObject({
      state: 'paid',
      consumeType: 'PRODUCT',
      amount: 4500,
      goods: 4500,
      received: 10_000,
      ruleId: null,
    })
    expect(await ledgerOf(message)).toEqual(['cash 4500'])
    expect([await venue.stockOf(water), await venue.stockOf(gloves)]).toEqual([98, 4])
    const lines = await venue.rows('stockLine').where('orderId', message)
    expect(lines.map(({ kind, delta, causeId }) => [kind, delta, causeId])).toEqual(
      expect.arrayContaining([
        ['sale', -2, message],
        ['sale', -1, message],
      ]),
    )
    const { records } = (await manager.consumeOrders.list({ query: { id: message } })).result
    expect(records).toMatchObject([{ consumeType: 'PRODUCT', consumeType_dictText: '商品', countOrder: 0, amount: 45 }])
  })

  it('by a tender that the store does not take is refused, and moves nothing', async () => {
    const productId = await venue.product({ price: 300, pieces: 2 })
    await venue.setTenders({ cash: false, codes: false })
    const lines = [{ productId, count: 1 }]
    expect(await codeAndFieldOf(sell(lines))).toBe('sessions.cashRefused consumePayMode')
    expect(await codeAndFieldOf(sell(lines, { consumePayMode: 'wechat', payCode: SUCCESS }))).toBe(
      'payments.providerOff payCode',
    )
    expect(await venue.stockOf(productId)).toBe(2)
    const userId = await venue.member({ balance: 300 })
    await sell(lines, { consumePayMode: 'balance', userId })
    await venue.setTenders({ cash: true, codes: true })
    expect(await venue.stockOf(productId)).toBe(1)
  })

  it('to a member takes the balance, paid and gift, and asks for the consumption password', async () => {
    const productId = await venue.product({ price: 1000 })
    const userId = await venue.member({ balance: 1500, give: 1500 })
    await venue.setChargeOrder('proportional')
    const { message } = await sell([{ productId, count: 2 }], { consumePayMode: 'balance', userId })
    await venue.setChargeOrder('paidFirst')
    expect(await ledgerOf(message)).toEqual(['balance -1000', 'give -1000'])
    expect(await orderOf(message)).toMatchObject({ paidBalance: 1000, paidGive: 1000, goodsGive: 1000 })
    await expect(sell([{ productId, count: 2 }], { consumePayMode: 'balance', userId })).rejects.toMatchObject({
      code: 'members.insufficientBalance',
      details: { field: 'userId' },
    })
    const careful = await venue.member({ balance: 1000, consumePassword: await hash('2468') })
    const buy = (password: string) =>
      sell([{ productId, count: 1 }], { consumePayMode: 'balance', userId: careful, password })
    await expect(buy('')).rejects.toMatchObject({ code: 'members.passwordRequired', details: { field: 'password' } })
    await expect(buy('1111')).rejects.toMatchObject({ code: 'members.passwordWrong' })
    await buy('2468')
    expect(await venue.wallets(careful)).toMatchObject({ balance: { value: 0 } })
    await expect(sell([{ productId, count: 1 }], { consumePayMode: 'balance' })).rejects.toMatchObject({
      code: 'members.required',
    })
  })

  it('has the price of the product, and a custom one within its range', async () => {
    const fixed = await venue.product({ price: 500 })
    const custom = await venue.product({
      price: 0,
      priceKind: 'custom',
      minPrice: 2000,
      maxPrice: 20_000,
      tracksStock: false,
    })
    const open = await venue.product({ price: 0, priceKind: 'custom', tracksStock: false })
    const refused = (productId: string, price: number | undefined) =>
      sell([
        { productId: fixed, count: 1 },
        { productId, count: 1, price },
      ]).then(
        () => 'sold',
        ({ code, details }) => [code, details.field, details.line].join(' '),
      )
    expect([
      await refused(fixed, 4.99),
      await refused(custom, undefined),
      await refused(custom, 19.99),
      await refused(custom, 200.01),
      await refused(newId(), 1),
    ]).toEqual([
      'products.priceChanged lines 2',
      'products.priceMissing lines 2',
      'products.priceOutside lines 2',
      'products.priceOutside lines 2',
      'products.unknown lines 2',
    ])
    const { message } = await sell([
      { productId: custom, count: 2, price: 25.5 },
      { productId: open, count: 1, price: 0.01 },
    ])
    expect(await linesOf(message)).toEqual(['product 2 2550 5100', 'product 1 1 1'])
    await manager.products.edit({ body: { id: fixed, isActive: 'NO' } })
    expect(await refused(fixed, 5)).toBe('products.inactive lines 1')
  })

  it('that lacks one piece of one line leaves nothing', async () => {
    const enough = await venue.product()
    const name = `缺${newId()}`
    const short = await venue.product({ pieces: 2, name })
    const key = newId()
    await expect(
      sell(
        [
          { productId: enough, count: 5 },
          { productId: short, count: 3 },
        ],
        { key },
      ),
    ).rejects.toMatchObject({
      code: 'stock.short',
      details: { field: 'lines', item: name, needed: 3, available: 2 },
    })
    expect(await orderOf(key)).toBeUndefined()
    expect([await ledgerOf(key), await linesOf(key)]).toEqual([[], []])
    expect([await venue.stockOf(enough), await venue.stockOf(short)]).toEqual([100, 2])
  })

  it('of the last 20 pieces goes to 20 of 50 at once, in whatever order they name the products', async () => {
    const [one, another] = [await venue.product({ pieces: 20 }), await venue.product({ pieces: 50 })]
    const sold = await Promise.allSettled(
      Array.from({ length: 50 }, (_, index) => {
        const lines = [one, another].map((productId) => ({ productId, count: 1 }))
        return sell(index % 2 === 0 ? lines : lines.reverse())
      }),
    )
    expect(sold.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
    for (const refusal of sold) {
      if (refusal.status === 'rejected') expect(refusal.reason).toMatchObject({ code: 'stock.short' })
    }
    expect([await venue.stockOf(one), await venue.stockOf(another)]).toEqual([0, 30])
  })

  it('happens once per key, also 20 times at once', async () => {
    const productId = await venue.product()
    const key = newId()
    const answers = await Promise.all(Array.from({ length: 20 }, () => sell([{ productId, count: 3 }], { key })))
    expect(new Set(answers.map(({ result }) => JSON.stringify(result))).size).toBe(1)
    expect(await venue.stockOf(productId)).toBe(97)
    await expect(sell([{ productId, count: 4 }], { key })).rejects.toMatchObject({ code: 'common.keyReused' })
  })

  it('has at most 50 lines and 999 pieces of each', async () => {
    const productId = await venue.product({ tracksStock: false })
    const line = { productId, count: 1 }
    const refused = (lines: SaleInput['lines']) =>
      expect(sell(lines)).rejects.toMatchObject({ code: 'common.invalidInput' })
    await refused(Array.from({ length: 51 }, () => line))
    await refused([{ productId, count: 1000 }])
    await refused([{ productId, count: 0 }])
    await refused([{ productId, count: 1.5 }])
    await refused([])
    await sell(Array.from({ length: 50 }, () => ({ productId, count: 999 })))
  })

  it('sells nothing of another store, also beside a product of the own', async () => {
    const productId = await venue.product()
    await expect(sell([{ productId, count: 1 }], { by: other })).rejects.toMatchObject({ code: 'products.unknown' })
    const theirs = await venue.product({ orgCode: 'A01A02' })
    await expect(
      sell([
        { productId, count: 1 },
        { productId: theirs, count: 1 },
      ]),
    ).rejects.toMatchObject({ code: 'products.unknown', details: { line: 2 } })
    const userId = await venue.member({ orgCode: 'A01A02', balance: 10_000 })
    await expect(sell([{ productId, count: 1 }], { consumePayMode: 'balance', userId })).rejects.toMatchObject({
      code: 'members.notFound',
    })
  })

  it('by scan takes the pieces at once, and puts them back when nobody pays', async () => {
    const productId = await venue.product({ pieces: 10 })
    const scan = (payCode: string, count: number) => sell([{ productId, count }], { consumePayMode: 'wechat', payCode })
    const unpaid = await scan(NEVER, 6)
    expect(unpaid.result).toMatchObject({ payState: 'nopay', payMode: 'scan' })
    expect(await venue.stockOf(productId)).toBe(4)
    await expect(sell([{ productId, count: 5 }])).rejects.toMatchObject({ code: 'stock.short' })
    expect(await ended(unpaid.message)).toBe('closed')
    expect(await venue.stockOf(productId)).toBe(10)
    expect(await ledgerOf(unpaid.message)).toEqual([])
    const paid = await scan(SUCCESS, 6)
    expect(await ended(paid.message)).toBe('paid')
    expect(await ledgerOf(paid.message)).toEqual(['scan 1800'])
    expect(await venue.stockOf(productId)).toBe(4)
    await expect(sell([{ productId, count: 1 }], { consumePayMode: 'wechat' })).rejects.toMatchObject({
      code: 'sessions.payCodeRequired',
    })
  })

  it('is printed with its lines and their tax marks', async () => {
    const name = `水${newId()}`
    const productId = await venue.product({ name, price: 300, taxMark: 'A' })
    const alone = await sell([{ productId, count: 2 }])
    await cashier.consumeOrders.printReceipt({ body: { id: alone.message } })
    const ride = await charge(
      { consumeType: 'NOCARDCONSUME', price: 3000 },
      { consumePayMode: 'cash', lines: [{ productId, count: 1 }] },
    )
    await cashier.consumeOrders.printReceipt({ body: { id: ride.message } })
    const printed = async (id: string) => JSON.stringify((await venue.rows('printJob').where('orderId', id))[0]?.ticket)
    expect(await printed(alone.message)).toContain(`["${name} × 2 A","6.00"]`)
    expect(await printed(ride.message)).toMatch(new RegExp(`\\["测试规则\\d+","30.00"\\],\\["${name} A","3.00"\\]`))
  })

  it('is not deleted with its product', async () => {
    const productId = await venue.product({ tracksStock: false })
    await sell([{ productId, count: 1 }])
    await expect(manager.products.delete({ query: { id: productId } })).rejects.toMatchObject({
      code: 'products.inUse',
    })
  })
})

describe('products beside a ride', () => {
  const guest = { consumeType: 'NOCARDCONSUME', price: 3000, deposit: 5000 } as const

  it('are one order and one payment with it', async () => {
    const productId = await venue.product({ price: 300 })
    const { result, message } = await charge(guest, {
      consumePayMode: 'cash',
      received: 100,
      lines: [{ productId, count: 2 }],
    })
    expect(result).toMatchObject({
      amount: 36,
      deposit: 50,
      plays: [{ ticketNo: expect.stringMatching(/^A/) }],
      goods: [
        { kind: 'ride', amount: 30 },
        { kind: 'product', amount: 6 },
        { kind: 'deposit', amount: 50 },
      ],
    })
    expect(await ledgerOf(message)).toEqual(['cash 8600', 'deposit 5000'])
    expect(await orderOf(message)).toMatchObject({ amount: 3600, goods: 600, deposit: 5000 })
    expect(await linesOf(message)).toEqual(['ride 1 3000 3000', 'product 2 300 600', 'deposit 1 5000 5000'])
    expect(await venue.stockOf(productId)).toBe(98)
    await expect(
      charge(guest, { consumePayMode: 'cash', received: 85.99, lines: [{ productId, count: 2 }] }),
    ).rejects.toMatchObject({ code: 'sessions.receivedShort' })
  })

  it('of a member are paid from the balance, whatever pays for the ride', async () => {
    const productId = await venue.product({ price: 1000 })
    const lines = [{ productId, count: 1 }]
    const userId = await venue.member({ balance: 5000, give: 5000, integral: 100, laps: 20 })
    await venue.setChargeOrder('proportional')
    const byMoney = await charge({ price: 3000 }, { userId, lines })
    expect(await ledgerOf(byMoney.message)).toEqual(['balance -2000', 'give -2000'])
    expect(await orderOf(byMoney.message)).toMatchObject({ amount: 4000, goods: 1000, goodsGive: 500 })
    await venue.setChargeOrder('paidFirst')
    const byPoints = await charge({ consumeType: 'INTEGRAL', integral: 60 }, { userId, lines })
    expect(await ledgerOf(byPoints.message)).toEqual(['balance -1000', 'integral -60'])
    const byLaps = await charge({ consumeType: 'QUAN', laps: 5 }, { userId, lines })
    expect(await ledgerOf(byLaps.message)).toEqual(['balance -1000', 'laps -5'])
    const quote = await cashier.consume.quote({
      query: { sysDepartConsumeRoleId: (await venue.rule({ price: 3000 })).id, userId, goods: 10 },
    })
    expect(quote.result).toMatchObject({ amount: 40, refusal: null })
    const poor = await venue.member({ integral: 100, balance: 999 })
    const key = newId()
    await expect(charge({ consumeType: 'INTEGRAL', integral: 60 }, { userId: poor, lines, key })).rejects.toMatchObject(
      {
        code: 'members.insufficientBalance',
      },
    )
    expect(await venue.wallets(poor)).toMatchObject({ integral: { value: 100 } })
    expect(await venue.rows('playRecord').where('consumeId', key)).toEqual([])
  })

  it('that are short start no ride and take no money', async () => {
    const productId = await venue.product({ pieces: 1 })
    const userId = await venue.member({ balance: 10_000 })
    const vehicle = await venue.vehicle()
    const key = newId()
    const short = { userId, vehicleId: vehicle.id, key, lines: [{ productId, count: 2 }] }
    await expect(charge({ price: 3000 }, short)).rejects.toMatchObject({
      code: 'stock.short',
      details: { field: 'lines' },
    })
    expect([await orderOf(key), await venue.rows('run').where('vehicleId', vehicle.id)]).toEqual([undefined, []])
    expect(await venue.wallets(userId)).toMatchObject({ balance: { value: 10_000 } })
  })

  it('of a free ride are what the guest pays', async () => {
    const productId = await venue.product({ price: 300 })
    const { result, message } = await charge(
      { ...guest, price: 0, deposit: 0 },
      { payCode: SUCCESS, lines: [{ productId, count: 1 }] },
    )
    expect(result).toMatchObject({ payMode: 'scan', amount: 3 })
    expect(await ended(message)).toBe('paid')
    expect(await ledgerOf(message)).toEqual(['scan 300'])
  })

  it('by scan return with the vehicle when nobody pays, and start with it when paid', async () => {
    const productId = await venue.product({ pieces: 5 })
    const scan = (payCode: string) => charge(guest, { payCode, lines: [{ productId, count: 3 }] })
    const unpaid = await scan(NEVER)
    expect(await venue.stockOf(productId)).toBe(2)
    expect(await ended(unpaid.message)).toBe('closed')
    expect(await venue.stockOf(productId)).toBe(5)
    const paid = await scan(SUCCESS)
    expect(await ended(paid.message)).toBe('paid')
    expect(await ledgerOf(paid.message)).toEqual(['deposit 5000', 'scan 8900'])
    expect(await venue.stockOf(productId)).toBe(2)
    const [play] = await venue.rows('playRecord').where('consumeId', paid.message)
    expect(play).toMatchObject({ state: 'CONSUMED' })
  })

  it('are sold apart from a ride from the gift balance', async () => {
    const productId = await venue.product()
    const userId = await venue.member({ give: 10_000 })
    await expect(
      charge({ consumeType: 'GIFT', price: 3000 }, { userId, lines: [{ productId, count: 1 }] }),
    ).rejects.toMatchObject({ code: 'products.soldApart', details: { field: 'lines' } })
    expect(await venue.wallets(userId)).toMatchObject({ give: { value: 10_000 } })
  })

  it('happen once per key, also 10 times at once', async () => {
    const productId = await venue.product()
    const userId = await venue.member({ balance: 100_000 })
    const key = newId()
    const { id: sysDepartConsumeRoleId } = await venue.rule({ price: 3000 })
    const { id: vehicleId } = await venue.vehicle()
    const body = {
      consumeType: 'BALANCE' as const,
      consumeVehicleMode: 'circlemode' as const,
      racer: '车手',
      sysDepartConsumeRoleId,
      vehicleId,
      userId,
      lines: [{ productId, count: 2 }],
    }
    await Promise.all(Array.from({ length: 10 }, () => cashier.consume.add({ key, body })))
    expect(await venue.wallets(userId)).toMatchObject({ balance: { value: 96_400 } })
    expect(await venue.stockOf(productId)).toBe(98)
    await expect(cashier.consume.add({ key, body: { ...body, lines: [] } })).rejects.toMatchObject({
      code: 'common.keyReused',
    })
  })
})

describe('the products that a counter offers', () => {
  it('are the active ones of its store with price and stock, for who may sell', async () => {
    const name = `水${newId()}`
    const water = await venue.product({ price: 300, pieces: 7, name, barcode: name.slice(1, 14) })
    const service = await venue.product({ price: 0, priceKind: 'custom', minPrice: 500, tracksStock: false })
    const gone = await venue.product({ active: false })
    const { result } = await cashier.productSales.offered({ query: {} })
    expect(result.find(({ id }) => id === water)).toMatchObject({
      productName: name,
      barcode: name.slice(1, 14),
      price: 3,
      stock: 7,
    })
    expect(result.find(({ id }) => id === service)).toMatchObject({ priceKind: 'custom', minPrice: 5, stock: null })
    expect(result.map(({ id }) => id)).not.toContain(gone)
    expect((await other.productSales.offered({ query: {} })).result.map(({ id }) => id)).not.toContain(water)
    await expect(coach.productSales.offered({ query: {} })).rejects.toMatchObject({ code: 'auth.forbidden' })
  })

  it('are sold, alone and beside a ride, only by who may sell them', async () => {
    const people = peopleOf(server)
    const admin = await server.signIn('admin')
    const roleId = await people.addRole(admin, ['consume:add'])
    const { username } = await people.add(admin, { selectedroles: roleId, selecteddeparts: demoStores.A01A01.id })
    const by = await people.signInAs(username)
    const productId = await venue.product()
    const rule = { consumeType: 'NOCARDCONSUME', price: 3000 } as const
    await charge(rule, { by, consumePayMode: 'cash' })
    await expect(charge(rule, { by, consumePayMode: 'cash', lines: [{ productId, count: 1 }] })).rejects.toMatchObject({
      code: 'auth.forbidden',
      details: { field: 'lines' },
    })
    expect(await codeOf(sell([{ productId, count: 1 }], { by }))).toBe('auth.forbidden')
    expect(await codeOf(by.productSales.offered({ query: {} }))).toBe('auth.forbidden')
    expect(await venue.stockOf(productId)).toBe(100)
  })
})
