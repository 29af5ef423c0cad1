import type { FastifyInstance } from 'fastify'
import { mount } from '#server/core/mount.ts'
import type { Deps } from '#server/core/slice.ts'
import { ConsumeType, consumeRules } from '#shared/features/rules/consume-rules.contract.ts'
import { searchRules } from './consume-rules.repository.ts'

/** Types that are charged to a member; the others are for guests and staff. */
const memberTypes = ConsumeType.exclude(['NOCARDCONSUME', 'TESTCARD', 'GROUPCOUPON']).options

const forMembers = ({ consumeTypeRole }: { consumeTypeRole?: ConsumeType | undefined }) =>
  consumeTypeRole ? [consumeTypeRole] : memberTypes

export function consumeRulesRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, consumeRules, {
    consumerolelistpc: ({ query, ctx }) =>
      ctx.tx((trx) => searchRules(trx, { ...query, types: query.consumeTypeRole && [query.consumeTypeRole] })),
    consumerolelistpcbymember: ({ query, ctx }) =>
      ctx.tx((trx) => searchRules(trx, { ...query, types: forMembers(query) })),
    consumerolelistpcbymemberorg: ({ query, ctx }) =>
      ctx.tx((trx) => searchRules(trx, { ...query, types: forMembers(query) })),
  })
}
