import { isAnswered } from '#server/core/http/idempotency.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { couponsOnSale } from '#server/features/coupons/index.ts'
import { toShopProduct, toShopRecharge } from '#server/features/kiosks/index.ts'
import {
  type PaymentToStart,
  phoneHandover,
  phonePays,
  phoneWays,
  type SandboxChoice,
  stopPayment,
} from '#server/features/payments/index.ts'
import { selfServiceProducts, sellProducts } from '#server/features/products/index.ts'
import { addRecharge } from '#server/features/recharge/index.ts'
import { selfRecharges } from '#server/features/rules/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { fromMinor } from '#shared/core/money.ts'
import type { MemberPurchase } from '#shared/features/member-page/member-shop.contract.ts'
import type { PhoneWay } from '#shared/features/payments/payments.schema.ts'
import { ownMember } from './own-member.repository.ts'

/** How the phone pays: the sandbox's choice counts only there, and `store` is how the page's address names the store. */
interface PhoneInput {
  way: PhoneWay
  sandbox: SandboxChoice
  store: string
}

interface BuyInput extends PhoneInput {
  lines: { productId: string; count: number; price: number }[]
  pays: 'wallet' | 'scan'
  password: string
}

const toShopCoupon = ({ price, ...coupon }: Awaited<ReturnType<typeof couponsOnSale>>[number]) => ({
  ...coupon,
  photo: '',
  price: fromMinor(price),
})

/** What members buy by themselves, to the member of the call: what a kiosk sells, and coupons. */
export function memberShopService(deps: Deps) {
  const { clock } = deps

  const paysBy = (
    trx: Transaction,
    ctx: CallContext,
    { way, sandbox, store }: PhoneInput,
  ): Promise<Pick<PaymentToStart, 'payCode' | 'phone'>> => {
    const payer = { orgCode: ctx.user.orgCode, memberId: ctx.memberId, ip: ctx.ip }
    return phonePays(deps, trx, { ...payer, way, sandbox, store, orderId: ctx.key })
  }

  return {
    shop: ({ isInWechat }: { isInWechat: boolean }, ctx: CallContext) =>
      ctx.tx(async (trx) => {
        const { orgCode } = ctx.user
        const { consumePassword } = await ownMember(trx, ctx)
        const phone = await phoneWays(deps, trx, { orgCode, memberId: ctx.memberId, isInWechat })
        return {
          phone,
          hasPassword: consumePassword !== null,
          recharges: phone.length === 0 ? [] : (await selfRecharges(trx, orgCode, clock())).map(toShopRecharge),
          products: [
            ...(await selfServiceProducts(trx, orgCode)).map(toShopProduct),
            ...(await couponsOnSale(trx, { orgCode, memberId: ctx.memberId, now: clock() })).map(toShopCoupon),
          ],
        }
      }),

    /** Throws `memberShop.notOffered`, `payments.phoneOff` and `recharge.*`. */
    recharge: (
      { ruleId, price, ...input }: PhoneInput & { ruleId: string; price: number },
      ctx: CallContext,
    ): Promise<MemberPurchase> =>
      ctx.tx(async (trx) => {
        const { orgCode } = ctx.user
        const { payCode, phone } = await paysBy(trx, ctx, input)
        const offered = await selfRecharges(trx, orgCode, clock())
        if (!offered.some(({ id }) => id === ruleId)) throw new AppError('memberShop.notOffered', { field: 'ruleId' })
        const order = await addRecharge(
          deps,
          ctx,
          trx,
          {
            userId: ctx.memberId,
            sysDepartRechargeRoleId: ruleId,
            amount: price,
            consumePayMode: 'wechat',
            payCode,
            photo: '',
            remark: '',
            printId: '',
          },
          { kiosk: true, phone },
        )
        return { id: order.id, state: order.payState, amount: order.amount, phone: null }
      }),

    /** Throws what a sale refuses, and `payments.phoneOff`. */
    async buy({ lines, pays, password, ...input }: BuyInput, ctx: CallContext): Promise<MemberPurchase> {
      // A repeat of an answered call pays nothing, also when no provider is on any more.
      const { payCode, phone } = await ctx.tx(async (trx) =>
        pays === 'wallet' || (await isAnswered(trx, ctx)) ? { payCode: '', phone: undefined } : paysBy(trx, ctx, input),
      )
      const sale = await sellProducts(
        deps,
        ctx,
        {
          lines,
          consumePayMode: pays === 'wallet' ? 'balance' : 'wechat',
          userId: ctx.memberId,
          ...(password === '' || pays === 'scan' ? {} : { password }),
          ...(payCode === '' ? {} : { payCode }),
        },
        { kiosk: true, phone },
      )
      return { id: sale.id, state: sale.payState, amount: sale.amount, phone: null }
    },

    /** Gives an unpaid order up; returns one that has ended as it is. Throws `common.recordNotFound`. */
    giveUp: (id: string, ctx: CallContext): Promise<MemberPurchase> =>
      ctx.tx(async (trx) => {
        const order = await ownOrder(trx, ctx, id)
        if (order.state !== 'nopay') return { ...order, phone: null }
        const state = await stopPayment(deps, trx, ctx, { id, orgCode: ctx.user.orgCode }, 'givenUp')
        // It may have ended after the order was read, before its payment was locked.
        const hasEnded = state === 'paid' || state === 'closed'
        return { ...(hasEnded ? await ownOrder(trx, ctx, id) : order), phone: null }
      }),

    /** Throws `common.recordNotFound`. */
    purchase: (id: string, ctx: CallContext): Promise<MemberPurchase> =>
      ctx.tx(async (trx) => {
        const order = await ownOrder(trx, ctx, id)
        const phone = order.state === 'nopay' ? await phoneHandover(deps, trx, { id, orgCode: ctx.user.orgCode }) : null
        return { ...order, phone }
      }),
  }
}

/** An order that the caller made on the member page. Throws `common.recordNotFound`, also for orders of others and of the counter. */
async function ownOrder(
  trx: Transaction,
  { user: { orgCode, id: operatorId } }: CallContext,
  id: string,
): Promise<Omit<MemberPurchase, 'phone'>> {
  const recharge = await trx
    .selectFrom('rechargeOrder')
    .select(['state', 'amount'])
    .where('id', '=', id)
    .where('orgCode', '=', orgCode)
    .where('operatorId', '=', operatorId)
    .executeTakeFirst()
  const order =
    recharge ??
    (await trx
      .selectFrom('consumeOrder')
      .select(['state', 'amount'])
      .where('id', '=', id)
      .where('orgCode', '=', orgCode)
      .where('operatorId', '=', operatorId)
      .executeTakeFirst())
  if (!order) throw new AppError('common.recordNotFound', { field: 'id' })
  return { id, state: order.state, amount: fromMinor(order.amount) }
}
