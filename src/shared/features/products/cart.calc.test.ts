import { describe, expect, it } from 'vitest'
import { buildProduct } from '#tests/support/venue/counter-data.ts'
import { amountOfCart, type Cart, cartAfter, foundProducts, problemOfCart, repriced } from './cart.calc.ts'
import { MAX_CART_LINES, MAX_LINE_PIECES } from './cart.schema.ts'

const water = buildProduct()
const gloves = buildProduct({ id: 'gloves', productName: '手套', barcode: '', price: 39.9 })
const tip = buildProduct({
  id: 'tip',
  productName: '服务费',
  barcode: '',
  priceKind: 'custom',
  price: 0,
  minPrice: 5,
  maxPrice: 50,
})

const cartOf = (...products: (typeof water)[]): Cart =>
  products.reduce<Cart>((cart, product) => cartAfter(cart, { kind: 'add', product }), [])
const shown = (cart: Cart) => cart.map(({ name, count, price }) => [name, count, price].join(' '))

describe('a cart', () => {
  it('has one line for each product, and adds a piece to it', () => {
    const cart = cartOf(water, gloves, water, water)
    expect(shown(cart)).toEqual(['矿泉水 3 3', '手套 1 39.9'])
    expect(amountOfCart(cart)).toBe(900 + 3990)
    const fewer = cartAfter(cart, { kind: 'count', productId: water.id, by: -1 })
    expect(shown(cartAfter(fewer, { kind: 'remove', productId: 'gloves' }))).toEqual(['矿泉水 2 3'])
    expect(cartAfter(cart, { kind: 'empty' })).toEqual([])
  })

  it('has at least one piece in a line, and at most what an order takes', () => {
    expect(shown(cartAfter(cartOf(water), { kind: 'count', productId: water.id, by: -1 }))).toEqual(['矿泉水 1 3'])
    const most = cartOf(water).map((item) => ({ ...item, count: MAX_LINE_PIECES }))
    expect(cartAfter(most, { kind: 'add', product: water })[0]?.count).toBe(MAX_LINE_PIECES)
    const full = cartOf(...Array.from({ length: MAX_CART_LINES + 1 }, (_, index) => buildProduct({ id: `p${index}` })))
    expect(full).toHaveLength(MAX_CART_LINES)
  })

  it('needs a custom price within its range', () => {
    const cart = cartOf(water, tip)
    const priced = (price: number | null) => problemOfCart(cartAfter(cart, { kind: 'price', productId: 'tip', price }))
    expect(priced(null)).toMatchObject({ code: 'products.priceMissing', details: { line: 2, product: '服务费' } })
    expect(priced(4.99)).toMatchObject({ code: 'products.priceOutside', details: { least: '5.00', most: '50.00' } })
    expect(priced(50.01)).toMatchObject({ code: 'products.priceOutside' })
    expect([priced(5), priced(50)]).toEqual([null, null])
  })

  it('takes new fixed prices after a refusal, and keeps an entered price', () => {
    const cart = cartAfter(cartOf(water, tip, gloves), { kind: 'price', productId: 'tip', price: 10 })
    expect(shown(repriced(cart, [{ ...water, price: 4 }, tip]))).toEqual(['矿泉水 1 4', '服务费 1 10', '手套 1 39.9'])
    expect(shown(repriced(cartOf(water), [{ ...water, priceKind: 'custom', price: 0 }]))).toEqual(['矿泉水 1 '])
  })

  it('finds products by a part of the name or the start of the barcode, the exact barcode first', () => {
    const longer = buildProduct({ id: 'other', productName: '大瓶水', barcode: `${water.barcode}00` })
    expect(foundProducts([longer, water, gloves], water.barcode).map(({ id }) => id)).toEqual([water.id, 'other'])
    expect(foundProducts([longer, water, gloves], '水').map(({ id }) => id)).toEqual(['other', water.id])
    expect(foundProducts([water], ' ')).toEqual([])
  })
})
