import type { CallContext, Deps, PaidOrders } from '#server/core/slice.ts'
import { addSmsEntry } from '#server/core/sms.ts'
import { scopeOf, seeingEveryStore, type Transaction } from '#server/db/database.ts'
import { startPayment } from '#server/features/payments/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { fromMinor, toMinor } from '#shared/core/money.ts'
import { text } from '#shared/i18n/catalogue.ts'

/** The order kind in payments. */
export const SMS_PURCHASE = 'smsPurchase'
const TOPIC = 'smsPurchases'

/** The store that a user buys for. Throws `auth.chooseStore` or `smsPackages.notCounted`. */
async function requireBuyer(trx: Transaction, { user }: CallContext): Promise<{ orgCode: string; left: number }> {
  const store = await trx
    .selectFrom('store')
    .select(['orgCode', 'smsCount'])
    .where('orgCode', '=', user.orgCode)
    .where('kind', '=', 'store')
    .executeTakeFirst()
  if (!store) throw new AppError('auth.chooseStore')
  return { orgCode: store.orgCode, left: store.smsCount }
}

/** The packages on sale, and what the caller's store has left. */
export const offersFor = (ctx: CallContext) =>
  ctx.tx(async (trx) => {
    const { left } = await requireBuyer(trx, ctx)
    const offers = await trx
      .selectFrom('smsPackage')
      .select(['id', 'name as packageName', 'texts as smsTexts', 'price'])
      .where('active', '=', true)
      .orderBy('price')
      .orderBy('id')
      .limit(100)
      .execute()
    return { left, offers: offers.map((offer) => ({ ...offer, price: fromMinor(offer.price) })) }
  })

/**
 * Buys a package for the caller's store; the idempotency key is the id of purchase and payment. The payment belongs to the seller, whose
 * provider receives the money. Throws `smsPackages.*` or `payments.*`.
 */
export const buyPackage = (
  deps: Deps,
  ctx: CallContext,
  { packageId, price, payCode }: { packageId: string; price: number; payCode: string },
): Promise<{ id: string }> =>
  ctx.tx(async (trx) => {
    const { key: id, user } = ctx
    const { orgCode, left } = await requireBuyer(trx, ctx)
    if (left < 0) throw new AppError('smsPackages.notCounted')
    const offer = await trx
      .selectFrom('smsPackage')
      .selectAll()
      .where('id', '=', packageId)
      .where('active', '=', true)
      .executeTakeFirst()
    if (!offer) throw new AppError('smsPackages.notOnSale', { field: 'packageId' })
    if (offer.price !== toMinor(price))
      throw new AppError('smsPackages.priceChanged', { field: 'price', price: fromMinor(offer.price) })
    const { name: packageName, texts, price: amount, sellerCode } = offer
    const operator = { operatorId: user.id, operatorName: user.realname }
    await trx
      .insertInto('smsPurchase')
      .values({
        id,
        orgCode,
        packageName,
        texts,
        amount,
        sellerCode,
        ...operator,
        textsAfter: null,
        createdAt: deps.clock(),
        endedAt: null,
      })
      .execute()
    await seeingEveryStore(trx, user.scope, async () =>
      startPayment(deps, trx, {
        orderKind: SMS_PURCHASE,
        orderId: id,
        orgCode: sellerCode,
        amount,
        payCode,
        subject: text('zh', 'sms.paymentSubject', { name: packageName }),
        ...operator,
        cashierId: null,
        terminalId: await ctx.terminal(),
      }),
    )
    ctx.touched({ id, after: { packageName, smsTexts: texts, amount: fromMinor(amount) } })
    ctx.afterCommit(() => deps.realtime.publish({ topic: TOPIC, orgCode }))
    return { id }
  })

/** Ends a purchase in the transaction that ends its payment, once. Returns the buyer and the SMS that were bought. */
async function endPurchase(trx: Transaction, id: string, state: 'paid' | 'closed', now: Date) {
  const ended = await trx
    .updateTable('smsPurchase')
    .set({ state, endedAt: now, textsAfter: state === 'paid' ? 0 : null })
    .where('id', '=', id)
    .where('state', '=', 'unpaid')
    .returning(['orgCode', 'texts'])
    .executeTakeFirst()
  if (!ended) throw new Error('the purchase of this payment does not wait for it')
  return ended
}

/** Purchases that wait for their payment: a paid one raises the remaining SMS of the store. */
export const paidSmsPurchases: PaidOrders = {
  kind: SMS_PURCHASE,
  paid: (trx, id, payment, deps) =>
    seeingEveryStore(trx, scopeOf(payment.orgCode), async () => {
      const { orgCode, texts } = await endPurchase(trx, id, 'paid', deps.clock())
      // A store that is no longer counted stays so.
      const { smsCount } = await trx
        .updateTable('store')
        .set((eb) => ({
          smsCount: eb
            .case()
            .when('smsCount', '<', 0)
            .then(-1)
            .else(eb('smsCount', '+', texts))
            .end(),
        }))
        .where('orgCode', '=', orgCode)
        .returning('smsCount')
        .executeTakeFirstOrThrow()
      const delta = smsCount < 0 ? 0 : texts
      await addSmsEntry(trx, { orgCode, kind: 'purchase', causeId: id, delta, texts: 0, createdAt: deps.clock() })
      await trx
        .updateTable('smsPurchase')
        .set({ textsAfter: smsCount })
        .where('id', '=', id)
        .where('orgCode', '=', orgCode)
        .execute()
      await deps.realtime.publish({ topic: TOPIC, orgCode }, trx)
    }),
  closed: (trx, id, payment, deps) =>
    seeingEveryStore(trx, scopeOf(payment.orgCode), async () => {
      const { orgCode } = await endPurchase(trx, id, 'closed', deps.clock())
      await deps.realtime.publish({ topic: TOPIC, orgCode }, trx)
    }),
}
