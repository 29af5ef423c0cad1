import type { FastifyInstance } from 'fastify'
import { withDictTexts } from '#server/core/dictionaries.ts'
import { mount } from '#server/core/mount.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import { ConsumeType, consumeRules, ruleDictionaries } from '#shared/features/rules/consume-rules.contract.ts'
import { type RuleSearch, searchRules } from './consume-rules.repository.ts'

/** Types that are charged to a member; the others are for guests and staff. */
const memberTypes = ConsumeType.exclude(['NOCARDCONSUME', 'TESTCARD', 'GROUPCOUPON']).options

const forMembers = ({ consumeTypeRole }: { consumeTypeRole?: ConsumeType | undefined }) =>
  consumeTypeRole ? [consumeTypeRole] : memberTypes

export function consumeRulesRoutes(app: FastifyInstance, deps: Deps): void {
  const found = async (search: RuleSearch, ctx: CallContext) => {
    const page = await ctx.tx((trx) => searchRules(trx, search, deps.clock()))
    return { ...page, records: await withDictTexts(deps.dictionaries, ruleDictionaries, page.records, ctx.locale) }
  }
  mount(app, deps, consumeRules, {
    consumerolelistpc: ({ query, ctx }) =>
      found({ ...query, types: query.consumeTypeRole && [query.consumeTypeRole] }, ctx),
    consumerolelistpcbymember: ({ query, ctx }) => found({ ...query, types: forMembers(query) }, ctx),
    consumerolelistpcbymemberorg: ({ query, ctx }) => found({ ...query, types: forMembers(query) }, ctx),
  })
}
