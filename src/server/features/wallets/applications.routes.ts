import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { mount } from '#server/core/http/mount.ts'
import type { Deps } from '#server/core/slice.ts'
import { applications } from '#shared/features/wallets/applications.contract.ts'
import { apply, approve, pageOfApplications, reject } from './applications.service.ts'

export function applicationsRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, applications, {
    list: ({ query, ctx }) => pageOfApplications(deps, ctx, query),
    mine: ({ query, ctx }) => pageOfApplications(deps, ctx, query, [sql`t.applicant_id = ${ctx.user.id}`]),
    add: ({ body, ctx }) => ctx.tx((trx) => apply(deps, ctx, trx, body)),
    approve: ({ body, ctx }) => ctx.tx((trx) => approve(deps, ctx, trx, body)),
    reject: ({ body, ctx }) => ctx.tx((trx) => reject(deps, ctx, trx, body)),
  })
}
