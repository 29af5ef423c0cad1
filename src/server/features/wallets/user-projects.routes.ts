import type { FastifyInstance } from 'fastify'
import { mount } from '#server/core/http/mount.ts'
import type { Deps } from '#server/core/slice.ts'
import { currentMember, projectsOf } from '#server/features/members/index.ts'
import { userProjects } from '#shared/features/wallets/user-projects.contract.ts'
import { correctWallets, setUnlimitedCard } from './correction.service.ts'
import { toUserProject } from './user-projects.view.ts'

export function userProjectsRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, userProjects, {
    listByUser: ({ query, ctx }) =>
      ctx.tx(async (trx) => {
        const member = await currentMember(trx, query.userId)
        const now = deps.clock()
        const rows = member ? await projectsOf(trx, [member.id], now) : []
        return rows.map((row) => toUserProject(row, now)).sort((one, other) => rank(one) - rank(other))
      }),
    adjust: ({ body, ctx }) => ctx.tx((trx) => correctWallets(deps, ctx, trx, body)),
    setUnlimitedCard: ({ body, ctx }) => ctx.tx((trx) => setUnlimitedCard(deps, ctx, trx, body)),
  })
}

/** The general project first. */
const rank = ({ projectType }: { projectType: string }): number => (projectType === 'currency' ? 0 : 1)
