import type { FastifyInstance } from 'fastify'
import { withDictTexts } from '#server/core/dictionaries.ts'
import { type Handlers, mount, withMessage } from '#server/core/http/mount.ts'
import { crudHandlers, writerOf } from '#server/core/lists/crud.ts'
import { listRules } from '#server/core/lists/list-rules.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import { exportHandler } from '#server/core/workbooks/excel.ts'
import { checkEnteredPassword } from '#server/features/members/index.ts'
import { eventSignUps } from '#shared/features/events/event-sign-ups.contract.ts'
import { events } from '#shared/features/events/events.contract.ts'
import { eventResource, eventSheet, signUpResource, signUpSheet } from '#shared/features/events/events.schema.ts'
import { signUpTable } from './event-sign-ups.repository.ts'
import { eventTableOf } from './events.repository.ts'
import { addSignUp, advanceAfter, endEvent, endedAnswer, endSignUp, optionsOf } from './events.service.ts'

export function eventsRoutes(app: FastifyInstance, deps: Deps): void {
  const eventTable = eventTableOf(deps.clock)
  const ofEvents = listRules(deps, eventResource, eventTable)
  /** Screens of the event's store hear of it, also where headquarters have changed it. */
  const announce = (ctx: CallContext, orgCode: string) => {
    ctx.changesStore(orgCode)
    ctx.afterCommit(() => deps.realtime.publish({ topic: 'events', orgCode }))
  }
  mount(app, deps, events, {
    ...crudHandlers(deps, eventResource, eventTable, {
      changed: (ctx, { id, sysOrgCode: orgCode }) => {
        announce(ctx, orgCode)
        // More places let the waiting list move up.
        advanceAfter(deps, ctx, { id, orgCode })
      },
    }),
    add: ({ body, ctx }) =>
      ctx.tx(async (trx) => {
        const id = await eventTable.add(trx, body, writerOf(deps, ctx))
        ctx.touched({ id, after: body })
        announce(ctx, (await eventTable.get(trx, id)).sysOrgCode)
        return null
      }),
    exportXls: exportHandler(deps, eventResource, eventSheet, eventTable),
    cancel: ({ body, ctx }) =>
      ctx.tx(async (trx) => {
        await ofEvents.requireListed(trx, [body.id], ctx)
        return endEvent(deps, ctx, trx, body)
      }),
  })

  const ofSignUps = listRules(deps, signUpResource, signUpTable)
  type SignUp = Awaited<ReturnType<typeof signUpTable.get>>
  const shown = (rows: SignUp[], { locale }: CallContext) =>
    withDictTexts(deps.dictionaries, signUpResource.dict, rows, locale)
  const handlers: Handlers<typeof eventSignUps> = {
    options: ({ query, ctx }) => ctx.tx((trx) => optionsOf(deps, ctx, trx, query.userId)),
    add: async ({ body, ctx }) => {
      const result = await ctx.tx(async (trx) => {
        await ofEvents.requireListed(trx, [body.eventId], ctx)
        return addSignUp(deps, ctx, trx, body)
      })
      return withMessage(result, ctx.key)
    },
    cancel: async ({ body, ctx }) => {
      const result = await ctx.tx(async (trx) => {
        await ofSignUps.requireListed(trx, [body.id], ctx)
        return endSignUp(deps, ctx, trx, body)
      })
      return endedAnswer(ctx, result)
    },
    list: ({ query, ctx }) =>
      ctx.tx(async (trx) => {
        const page = await signUpTable.page(trx, ctx.user, query, await ofSignUps.rulesOf(trx, ctx))
        return { ...page, records: await shown(page.records, ctx) }
      }),
    queryById: ({ query, ctx }) =>
      ctx.tx(async (trx) => {
        await ofSignUps.requireListed(trx, [query.id], ctx)
        const [record] = await shown([await signUpTable.get(trx, query.id)], ctx)
        if (!record) throw new Error('a sign-up was not found when it was read again')
        return record
      }),
    exportXls: exportHandler(deps, signUpResource, signUpSheet, signUpTable),
  }
  mount(app, deps, eventSignUps, handlers, {
    before: { add: ({ body, ctx }) => checkEnteredPassword(deps, ctx, body) },
  })
}
