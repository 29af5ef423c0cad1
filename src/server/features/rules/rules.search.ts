import type { Selectable } from 'kysely'
import { namedSource } from '#server/core/search/named-source.ts'
import type { CallContext } from '#server/core/slice.ts'
import type { Tables } from '#server/db/tables.ts'
import { fromMinor } from '#shared/core/money.ts'
import { consumeRuleResource } from '#shared/features/rules/consume-rules.contract.ts'
import { playCardRuleResource } from '#shared/features/rules/play-card-rules.contract.ts'
import { rechargeRuleResource } from '#shared/features/rules/recharge-rules.contract.ts'
import { text } from '#shared/i18n/catalogue.ts'
import { consumeRuleTable } from './consume-rules.routes.ts'
import { playCardRuleTable } from './play-card-rules.repository.ts'
import { rechargeRuleTable } from './recharge-rules.repository.ts'

/** What is shown of each kind of rule besides its name. */
const details = ({ price, active }: { price: number; active: boolean }, { locale }: CallContext) => ({
  amount: fromMinor(price),
  state: active ? '' : text(locale, 'search.inactive'),
})

/** Rules by name, as managers list them: also those that are switched off. */
export const ruleSources = [
  namedSource<Selectable<Tables['consumeRule']>>({
    kind: 'consumeRule',
    definition: consumeRuleResource,
    statements: consumeRuleTable,
    table: 'consume_rule',
    details,
  }),
  namedSource<Selectable<Tables['rechargeRule']>>({
    kind: 'rechargeRule',
    definition: rechargeRuleResource,
    statements: rechargeRuleTable,
    table: 'recharge_rule',
    details,
  }),
  namedSource<Selectable<Tables['playCardRule']>>({
    kind: 'playCardRule',
    definition: playCardRuleResource,
    statements: playCardRuleTable,
    table: 'play_card_rule',
    details,
  }),
]
