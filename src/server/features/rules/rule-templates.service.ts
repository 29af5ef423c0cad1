import type { z } from 'zod'
import { type Writer, writerOf } from '#server/core/lists/crud.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { consumeRuleResource, type VenueKind } from '#shared/features/rules/consume-rules.contract.ts'
import { rechargeRuleResource } from '#shared/features/rules/recharge-rules.contract.ts'
import { ruleTemplates } from '#shared/features/rules/rule-templates.data.ts'
import { text } from '#shared/i18n/catalogue.ts'
import { storeFor } from './sort-order.repository.ts'

type Add<C extends z.ZodObject> = (trx: Transaction, values: z.output<C>, writer: Writer) => Promise<string>
interface Books {
  consume: { add: Add<typeof consumeRuleResource.create> }
  recharge: { add: Add<typeof rechargeRuleResource.create> }
}

/**
 * Adds the default rules of a kind of venue to a store, in the caller's language. Names that the store already uses are skipped, so that a
 * repeat adds nothing.
 */
export const addTemplates = (
  deps: Deps,
  { consume, recharge }: Books,
  { kind, sysOrgCode }: { kind: VenueKind; sysOrgCode?: string | undefined },
  ctx: CallContext,
) =>
  ctx.tx(async (trx) => {
    const orgCode = await storeFor(trx, ctx.user, sysOrgCode)
    const writer = writerOf(deps, ctx)
    const added = { consumeRules: [] as string[], rechargeRules: [] as string[] }
    const used = await usedNames(trx, orgCode)
    for (const { name, ...template } of ruleTemplates[kind].consume) {
      const consumeRoleName = text(ctx.locale, name)
      if (used.consume.has(consumeRoleName)) continue
      const rule = consumeRuleResource.create.parse({ ...template, consumeRoleName, sysOrgCode: orgCode })
      ctx.touched({ id: await consume.add(trx, rule, writer), after: rule })
      added.consumeRules.push(consumeRoleName)
    }
    for (const { label, ...template } of ruleTemplates[kind].recharge) {
      const roleName = text(ctx.locale, label)
      if (used.recharge.has(roleName)) continue
      const rule = rechargeRuleResource.create.parse({ ...template, roleName, sysOrgCode: orgCode })
      const id = await recharge.add(trx, rule, writer)
      ctx.touched({ id, kind: rechargeRuleResource.path, after: rule })
      added.rechargeRules.push(roleName)
    }
    return added
  })

async function usedNames(trx: Transaction, orgCode: string): Promise<Record<'consume' | 'recharge', Set<string>>> {
  const namesOf = async (table: 'consumeRule' | 'rechargeRule') => {
    const rows = trx.selectFrom(table).select('name').where('orgCode', '=', orgCode).where('active', '=', true)
    return new Set((await rows.execute()).map(({ name }) => name))
  }
  return { consume: await namesOf('consumeRule'), recharge: await namesOf('rechargeRule') }
}
