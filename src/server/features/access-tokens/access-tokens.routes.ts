import type { FastifyInstance } from 'fastify'
import { mount } from '#server/core/http/mount.ts'
import type { Deps } from '#server/core/slice.ts'
import { accessTokens } from '#shared/features/access-tokens/access-tokens.contract.ts'
import { accessTokensService } from './access-tokens.service.ts'

export function accessTokensRoutes(app: FastifyInstance, deps: Deps): void {
  const tokens = accessTokensService(deps)
  mount(app, deps, accessTokens, {
    mine: ({ ctx }) => tokens.mine(ctx),
    choices: ({ ctx }) => tokens.choices(ctx),
    add: ({ body, ctx }) => tokens.add(body, ctx),
    revokeMine: ({ body, ctx }) => tokens.revokeMine(body.id, ctx),
    list: ({ query, ctx }) => tokens.list(query, ctx),
    revoke: ({ body, ctx }) => tokens.revoke(body.id, ctx),
    current: ({ ctx }) => tokens.current(ctx),
  })
}
