import type { FastifyInstance } from 'fastify'
import { mount } from '#server/core/http/mount.ts'
import type { Deps } from '#server/core/slice.ts'
import { ownAgreement, signByOneself } from '#server/features/agreements/index.ts'
import { checkEnteredPassword } from '#server/features/members/index.ts'
import { memberEvents } from '#shared/features/events/member-events.contract.ts'
import { addSignUp, endedAnswer } from './events.service.ts'
import { endOwnSignUp, eventsOfMember, matchOfMember } from './member-events.service.ts'

export function memberEventsRoutes(app: FastifyInstance, deps: Deps): void {
  mount(
    app,
    deps,
    memberEvents,
    {
      list: ({ ctx }) => ctx.tx((trx) => eventsOfMember(deps, ctx, trx)),
      signUp: ({ body, ctx }) => ctx.tx((trx) => addSignUp(deps, ctx, trx, { ...body, userId: ctx.memberId })),
      cancel: async ({ body, ctx }) => endedAnswer(ctx, await ctx.tx((trx) => endOwnSignUp(deps, ctx, trx, body.id))),
      match: ({ query, ctx }) => ctx.tx((trx) => matchOfMember(trx, ctx, query.eventId)),
      agreement: ({ ctx }) => ownAgreement(deps, ctx, ctx.memberId),
      sign: ({ body, ctx }) => signByOneself(deps, ctx, { ...body, userId: ctx.memberId }),
    },
    {
      before: {
        signUp: ({ body: { password }, ctx }) => checkEnteredPassword(deps, ctx, { userId: ctx.memberId, password }),
      },
    },
  )
}
