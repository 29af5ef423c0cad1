import type { FastifyInstance } from 'fastify'
import { mount, withMessage } from '#server/core/http/mount.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import { picturesShown } from '#server/features/display/index.ts'
import { publicQueue } from '#server/features/queue/index.ts'
import type { KioskState } from '#shared/features/kiosks/kiosk.schema.ts'
import { kiosk } from '#shared/features/kiosks/kiosks.contract.ts'
import { kioskAgreement, signAtKiosk } from './kiosk-agreement.service.ts'
import { checkVisitPassword, eventsAtKiosk, hasEvents, signUpAtKiosk } from './kiosk-events.service.ts'
import { chargeGuest, kioskOrderStatus, offersFor } from './kiosk-orders.service.ts'
import { buyAtKiosk, hasShop, printPurchase, purchaseStatus, rechargeAtKiosk, shopFor } from './kiosk-shop.service.ts'
import { currentKiosk, maxSeats, recordSeen } from './kiosks.repository.ts'
import { startVisit } from './visit.service.ts'

/** Mounts the calls of kiosks. */
export function kioskRoutes(app: FastifyInstance, deps: Deps): void {
  mount(
    app,
    deps,
    kiosk,
    {
      state: ({ ctx }) => stateOf(deps, ctx),
      visit: ({ body, ctx }) => startVisit(deps, ctx, body.card),
      offers: ({ body, ctx }) => offersFor(deps, ctx, body),
      agreement: ({ body, ctx }) => kioskAgreement(deps, ctx, body.visit),
      sign: ({ body, ctx }) => signAtKiosk(deps, ctx, body),
      charge: async ({ body, ctx }) => withMessage(await chargeGuest(deps, ctx, body), ctx.key),
      order: ({ query, ctx }) => kioskOrderStatus(deps, ctx, query.id),
      shop: ({ body, ctx }) => shopFor(deps, ctx, body.visit),
      buy: async ({ body, ctx }) => withMessage(await buyAtKiosk(deps, ctx, body), ctx.key),
      recharge: async ({ body, ctx }) =>
        withMessage(await ctx.tx((trx) => rechargeAtKiosk(deps, ctx, trx, body)), ctx.key),
      purchase: ({ query, ctx }) => purchaseStatus(ctx, query.id),
      events: ({ body, ctx }) => eventsAtKiosk(deps, ctx, body.visit),
      signUp: ({ body, ctx }) => ctx.tx((trx) => signUpAtKiosk(deps, ctx, trx, body)),
      receipt: ({ body, ctx }) => ctx.tx((trx) => printPurchase(deps, ctx, trx, body.id)),
    },
    { selfKeyed: ['charge', 'buy'], before: { signUp: ({ body, ctx }) => checkVisitPassword(deps, ctx, body) } },
  )
}

async function stateOf(deps: Deps, ctx: CallContext): Promise<KioskState> {
  const now = deps.clock()
  const { orgCode, ...state } = await ctx.tx(async (trx) => {
    const kioskRow = await currentKiosk(trx, ctx)
    await recordSeen(trx, kioskRow, now)
    const { orgCode, name, pays, language, cardFormat } = kioskRow
    const store = await trx.selectFrom('store').select('name').where('orgCode', '=', orgCode).executeTakeFirstOrThrow()
    const { entries: line, waitMinutes } = await publicQueue(trx, orgCode, now)
    return {
      orgCode,
      now: now.getTime(),
      name,
      store: store.name,
      pays,
      language,
      cardFormat,
      waiting: line.length,
      waitMinutes,
      mostPeople: await maxSeats(trx, orgCode),
      hasShop: await hasShop(trx, kioskRow, now),
      hasEvents: await hasEvents(trx, kioskRow, now),
    }
  })
  return { ...state, pictures: await picturesShown(deps.db, orgCode, now) }
}
