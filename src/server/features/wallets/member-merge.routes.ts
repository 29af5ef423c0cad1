import type { FastifyInstance } from 'fastify'
import { mount } from '#server/core/http/mount.ts'
import type { Deps } from '#server/core/slice.ts'
import { memberMerge } from '#shared/features/wallets/member-merge.contract.ts'
import { mergeMembers } from './member-merge.service.ts'
import { previewMerge } from './merge-preview.service.ts'

export function memberMergeRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, memberMerge, {
    mergePreview: ({ query, ctx }) => ctx.tx((trx) => previewMerge(deps, ctx, trx, query)),
    merge: ({ body, ctx }) => ctx.tx((trx) => mergeMembers(deps, ctx, trx, body)),
  })
}
