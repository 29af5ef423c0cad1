import type { ErrorCode, ErrorDetails } from '#shared/core/errors.ts'
import { formatAmount, type Minor, toMinor } from '#shared/core/money.ts'
import { barcodesOf } from '#shared/features/scans/index.ts'
import type { Scan } from '#shared/ipc/devices.ts'
import { type CartItem, type CartLine, MAX_CART_LINES, MAX_LINE_PIECES, type OfferedProduct } from './cart.schema.ts'

export type Cart = readonly CartItem[]

/** What the cashier does with the cart. */
export type CartAct =
  | { kind: 'add'; product: OfferedProduct }
  | { kind: 'count'; productId: string; by: 1 | -1 }
  | { kind: 'price'; productId: string; price: number | null }
  | { kind: 'remove'; productId: string }
  | { kind: 'empty' }

/** Why a cart cannot be sold yet. */
export interface CartProblem {
  code: Extract<ErrorCode, `products.${string}`>
  details: ErrorDetails
}

const itemOf = ({ id, productName, priceKind, price, minPrice, maxPrice }: OfferedProduct): CartItem => ({
  productId: id,
  name: productName,
  priceKind,
  price: priceKind === 'fixed' ? price : null,
  minPrice,
  maxPrice,
  count: 1,
})

const changed = (cart: Cart, id: string, change: (item: CartItem) => CartItem): Cart =>
  cart.map((item) => (item.productId === id ? change(item) : item))

const counted = (item: CartItem, by: number): CartItem => ({
  ...item,
  count: Math.min(MAX_LINE_PIECES, Math.max(1, item.count + by)),
})

/** The cart after an act. A product has one line; adding it again adds a piece. A full cart takes no other product. */
export function cartAfter(cart: Cart, act: CartAct): Cart {
  switch (act.kind) {
    case 'add': {
      const { id } = act.product
      if (cart.some(({ productId }) => productId === id)) return changed(cart, id, (item) => counted(item, 1))
      return cart.length < MAX_CART_LINES ? [...cart, itemOf(act.product)] : cart
    }
    case 'count':
      return changed(cart, act.productId, (item) => counted(item, act.by))
    case 'price':
      return changed(cart, act.productId, (item) => ({ ...item, price: act.price }))
    case 'remove':
      return cart.filter(({ productId }) => productId !== act.productId)
    case 'empty':
      return []
  }
}

/** The cart at the prices that products have now, after a refusal; what is no longer offered stays for the cashier to remove. */
export const repriced = (cart: Cart, products: readonly OfferedProduct[]): Cart =>
  cart.map((item) => {
    const now = products.find(({ id }) => id === item.productId)
    if (!now) return item
    const { count, price } = item
    return {
      ...itemOf(now),
      count,
      price: now.priceKind === 'fixed' ? now.price : item.priceKind === 'custom' ? price : null,
    }
  })

/** The price of a line in minor units; 0 until its price is entered. */
export const amountOfItem = ({ price, count }: CartItem): Minor => toMinor(price ?? 0) * count

/** The price of a cart in minor units. */
export const amountOfCart = (cart: Cart): Minor => cart.reduce((sum, item) => sum + amountOfItem(item), 0)

export const piecesOfCart = (cart: Cart): number => cart.reduce((sum, { count }) => sum + count, 0)

/** The lines of a call. */
export const linesOfCart = (cart: Cart): CartLine[] =>
  cart.map(({ productId, count, price }) => ({ productId, count, price }))

/** The first price that is missing or outside its range. */
export function problemOfCart(cart: Cart): CartProblem | null {
  for (const [index, { name, priceKind, price, minPrice, maxPrice }] of cart.entries()) {
    if (priceKind === 'fixed') continue
    const details = { field: 'lines', line: index + 1, product: name }
    if (price === null || price === 0) return { code: 'products.priceMissing', details }
    if (price < minPrice || (maxPrice > 0 && price > maxPrice)) {
      const maxText = maxPrice > 0 ? formatAmount(maxPrice) : '∞'
      return { code: 'products.priceOutside', details: { ...details, least: formatAmount(minPrice), most: maxText } }
    }
  }
  return null
}

/** The product whose barcode was scanned, or null. */
export function productOfScan(products: readonly OfferedProduct[], scan: Scan): OfferedProduct | null {
  const codes = barcodesOf(scan)
  return products.find(({ barcode }) => barcode !== '' && codes.includes(barcode)) ?? null
}

/** The products that a text finds, the one with this barcode first. */
export function foundProducts(products: readonly OfferedProduct[], text: string): OfferedProduct[] {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return []
  const found = products.filter(
    ({ productName, barcode }) =>
      productName.toLowerCase().includes(wanted) || barcode.toLowerCase().startsWith(wanted),
  )
  return found.sort((one, other) => Number(other.barcode === text.trim()) - Number(one.barcode === text.trim()))
}
