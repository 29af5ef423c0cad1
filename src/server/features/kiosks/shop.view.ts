import type { selfServiceProducts } from '#server/features/products/index.ts'
import type { selfRecharges } from '#server/features/rules/index.ts'
import type { KioskProduct, KioskRecharge } from '#shared/features/kiosks/kiosk.schema.ts'
import { MAX_LINE_PIECES } from '#shared/features/products/cart.schema.ts'

type Product = Awaited<ReturnType<typeof selfServiceProducts>>[number]
type Recharge = Awaited<ReturnType<typeof selfRecharges>>[number]

/** A product as guests see it where they serve themselves. */
export const toShopProduct = ({ id, productName: name, photo, price, tracksStock, stock }: Product): KioskProduct => ({
  id,
  name,
  photo,
  price,
  most: tracksStock === 'YES' ? Math.max(0, Math.min(stock, MAX_LINE_PIECES)) : MAX_LINE_PIECES,
})

/** A recharge as guests see it where they serve themselves. */
export const toShopRecharge = (rule: Recharge): KioskRecharge => ({
  ruleId: rule.id,
  name: rule.name || rule.roleName,
  price: rule.price,
  balance: rule.recharge,
  give: rule.give,
  integral: rule.integral,
  frequency: rule.frequency,
  laps: rule.laps,
  gift: rule.giftName === '' ? '' : rule.giftCount > 1 ? `${rule.giftName} × ${rule.giftCount}` : rule.giftName,
})
