import type { FastifyInstance } from 'fastify'
import { askerOf } from '#server/core/auth/auth-guard.ts'
import { mount } from '#server/core/http/mount.ts'
import type { Deps } from '#server/core/slice.ts'
import { memberPage } from '#shared/features/member-page/member-page.contract.ts'
import { memberSessionsService } from './member-sessions.service.ts'

export function memberPageRoutes(app: FastifyInstance, deps: Deps): void {
  const sessions = memberSessionsService(deps)
  mount(app, deps, memberPage, {
    store: ({ query, ctx }) => deps.strangers.run(() => sessions.store(query.store), askerOf(ctx.ip)),
    code: ({ body, ctx }) => sessions.sendCode(body, ctx),
    signIn: ({ body, ctx }) => sessions.signIn(body, ctx),
    me: ({ ctx }) => sessions.me(ctx),
    sessions: ({ ctx }) => sessions.sessions(ctx),
    signOut: async ({ ctx }) => {
      await sessions.signOut(ctx, false)
      return null
    },
    signOutEverywhere: async ({ ctx }) => ({ ended: await sessions.signOut(ctx, true) }),
  })
}
