import type { FastifyInstance } from 'fastify'
import { mount, withMessage } from '#server/core/http/mount.ts'
import type { Deps } from '#server/core/slice.ts'
import { currentAgreementId } from '#server/features/agreements/index.ts'
import { SEE_PHONES } from '#server/features/members/index.ts'
import { takesCodes } from '#server/features/payments/index.ts'
import { storePrints } from '#server/features/printing/index.ts'
import { chargeAndStart, createChargeBatcher } from '#server/features/sessions/charge/consume.service.ts'
import { quoteCharge } from '#server/features/sessions/charge/quote.service.ts'
import { reprintTicket } from '#server/features/sessions/charge/reprint.service.ts'
import { findConsumeOrder } from '#server/features/sessions/orders/consume-orders.repository.ts'
import { checkCashier, countOpenHung, countOpenTrials, listCashiers } from '#server/features/terminals/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { toWireTime } from '#shared/core/time.ts'
import { consume } from '#shared/features/sessions/consume.contract.ts'

export function consumeRoutes(app: FastifyInstance, deps: Deps): void {
  const chargeBatcher = createChargeBatcher(deps)
  mount(
    app,
    deps,
    consume,
    {
      getDepartInfo: ({ ctx }) =>
        ctx.tx(async (trx) => {
          const { orgCode } = ctx.user
          const store = await trx.selectFrom('store').selectAll().where('orgCode', '=', orgCode).executeTakeFirst()
          if (!store) throw new AppError('auth.chooseStore')
          const {
            name,
            apps,
            acceptsCash,
            endTime,
            timeZone,
            chargeOrder,
            hungOrderLimit,
            trialLimit,
            cashierRequired,
          } = store
          return {
            orgCode,
            departName: name,
            apps: apps.join(','),
            acceptsCash,
            takesCodes: await takesCodes(trx, orgCode),
            hasPrinter: (await storePrints(trx, { orgCode, printId: '' }, deps.clock())) ? 'YES' : 'NO',
            timeZone,
            dayStartHour: store.dayStartHour,
            chargeOrder,
            hungOrderLimit,
            trialLimit,
            cashierRequired,
            swapStartKeys: store.swapStartKeys,
            agreementMode: store.agreementMode,
            agreementId: await currentAgreementId(trx, orgCode),
            faceSearch: store.faceSearch,
            endTime: endTime && toWireTime(endTime),
            openHung: await countOpenHung(trx, orgCode),
            openTrials: await countOpenTrials(trx, store, deps.clock()),
          }
        }),
      add: async ({ body, ctx }) => withMessage(await chargeAndStart(deps, ctx, body, chargeBatcher), ctx.key),
      quote: ({ query, ctx }) => quoteCharge(deps, ctx, query),
      queryById: ({ query, ctx }) => ctx.tx((trx) => findConsumeOrder(trx, ctx.user, query.id, deps.clock())),
      reprintTicket: ({ query, ctx }) => ctx.tx((trx) => reprintTicket(deps, ctx, trx, query)),
      checkCashier: ({ body, ctx }) => checkCashier(deps, ctx, body),
      listCashiers: ({ query, ctx }) =>
        ctx.tx((trx) =>
          listCashiers(trx, { ...query, orgCode: ctx.user.orgCode, seesPhones: ctx.user.actions.has(SEE_PHONES) }),
        ),
    },
    { selfKeyed: ['add'] },
  )
}
