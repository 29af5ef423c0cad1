import { sql } from 'kysely'
import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { selfServiceProducts, sellProducts } from '#server/features/products/index.ts'
import { addRecharge } from '#server/features/recharge/index.ts'
import { selfRecharges } from '#server/features/rules/index.ts'
import { printChargeReceipt } from '#server/features/sessions/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { fromMinor } from '#shared/core/money.ts'
import type {
  KioskBuyInput,
  KioskPayMethod,
  KioskPays,
  KioskPurchase,
  KioskRechargeInput,
  KioskShop,
} from '#shared/features/kiosks/kiosk.schema.ts'
import { currentKiosk, findKioskOrder, findKioskRecharge, type KioskRow } from './kiosks.repository.ts'
import { toShopProduct, toShopRecharge } from './shop.view.ts'
import { openVisit, requireVisitMember } from './visit.service.ts'

const takes = (pays: KioskPays, method: KioskPayMethod): boolean => pays === 'both' || pays === method

/** Recharges are paid by scan: no wallet pays for another, and a kiosk takes no cash. */
const sellsRecharges = ({ pays }: KioskRow): boolean => takes(pays, 'scan')

/** What a kiosk sells besides rides, to the member of a visit or to a guest. Throws `kiosks.visitEnded`. */
export async function shopFor(deps: Deps, ctx: CallContext, visit: string): Promise<KioskShop> {
  if (visit !== '') requireVisitMember(deps, ctx.user.id, visit)
  return ctx.tx(async (trx) => {
    const kiosk = await currentKiosk(trx, ctx)
    // A guest without a card cannot pay at a kiosk of wallets.
    const products = visit === '' && kiosk.pays === 'wallet' ? [] : await selfServiceProducts(trx, kiosk.orgCode)
    const recharges = visit !== '' && sellsRecharges(kiosk) ? await selfRecharges(trx, kiosk.orgCode, deps.clock()) : []
    return { products: products.map(toShopProduct), recharges: recharges.map(toShopRecharge) }
  })
}

/** Whether a kiosk has anything to sell besides rides. */
export async function hasShop(trx: Transaction, kiosk: KioskRow, now: Date): Promise<boolean> {
  const products = await trx
    .selectFrom('product')
    .select('id')
    .where('orgCode', '=', kiosk.orgCode)
    .where('active', '=', true)
    .where('selfService', '=', true)
    .limit(1)
    .executeTakeFirst()
  return products !== undefined || (sellsRecharges(kiosk) && (await selfRecharges(trx, kiosk.orgCode, now)).length > 0)
}

/**
 * Sells products to a guest. The same key returns the same result, also after the end of the visit. Throws `kiosks.notOffered`,
 * `kiosks.visitEnded`, and the errors of a sale.
 */
export async function buyAtKiosk(deps: Deps, ctx: CallContext, input: KioskBuyInput): Promise<KioskPurchase> {
  const { visit, lines, pays, password, payCode } = input
  const { kiosk, member } = await ctx.tx((trx) => openVisit(deps, ctx, trx, visit))
  if (!takes(kiosk.pays, pays) || (pays === 'wallet' && member === null)) {
    throw new AppError('kiosks.notOffered', { field: 'pays' })
  }
  const sale = await sellProducts(
    deps,
    ctx,
    {
      lines,
      consumePayMode: pays === 'wallet' ? 'balance' : 'wechat',
      userId: member?.id ?? null,
      ...(password === '' ? {} : { password }),
      ...(payCode === '' ? {} : { payCode }),
    },
    { kiosk: true },
  )
  return { id: sale.id, payState: sale.payState, amount: sale.amount, isPrinted: kiosk.printId !== '' }
}

/** Recharges the member of a visit by a rule for self-service. Throws `kiosks.notOffered`, `kiosks.visitEnded` and `recharge.*`. */
export async function rechargeAtKiosk(
  deps: Deps,
  ctx: CallContext,
  trx: Transaction,
  { visit, ruleId, price, payCode }: KioskRechargeInput,
): Promise<KioskPurchase> {
  const { kiosk, member } = await openVisit(deps, ctx, trx, visit)
  const offered = sellsRecharges(kiosk) ? await selfRecharges(trx, kiosk.orgCode, deps.clock()) : []
  if (!offered.some(({ id }) => id === ruleId)) throw new AppError('kiosks.notOffered', { field: 'ruleId' })
  const order = await addRecharge(
    deps,
    ctx,
    trx,
    {
      userId: member?.id ?? '',
      sysDepartRechargeRoleId: ruleId,
      amount: price,
      consumePayMode: 'wechat',
      payCode,
      photo: '',
      remark: '',
      printId: kiosk.printId,
    },
    { kiosk: true },
  )
  return { id: order.id, payState: order.payState, amount: order.amount, isPrinted: kiosk.printId !== '' }
}

/** The state of a purchase of this kiosk. Throws `common.recordNotFound`. */
export function purchaseStatus(ctx: CallContext, id: string): Promise<KioskPurchase> {
  return ctx.tx(async (trx) => {
    const kiosk = await currentKiosk(trx, ctx)
    const { state, amount } = (await findKioskRecharge(trx, kiosk, id)) ?? (await findKioskOrder(trx, kiosk, id))
    return { id, payState: state, amount: fromMinor(amount), isPrinted: kiosk.printId !== '' }
  })
}

/**
 * Prints the receipt of products that a guest has paid. A recharge prints its own with its payment. Throws `common.recordNotFound`,
 * `kiosks.notOffered` where the kiosk prints nothing, and `sessions.orderNotPaid`.
 */
export async function printPurchase(deps: Deps, ctx: CallContext, trx: Transaction, id: string) {
  const kiosk = await currentKiosk(trx, ctx)
  if (kiosk.printId === '') throw new AppError('kiosks.notOffered', { field: 'id' })
  const own = sql`t.operator_id = ${kiosk.id} and t.org_code = ${kiosk.orgCode} and t.consume_type = 'PRODUCT'`
  await printChargeReceipt(deps, ctx, trx, { id, printId: kiosk.printId }, [own])
  return { id }
}
