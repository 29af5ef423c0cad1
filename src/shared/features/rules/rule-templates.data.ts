import type { VenueKind } from '#shared/features/rules/consume-rules.contract.ts'
import type { ConsumeRuleFields } from '#shared/features/rules/consume-rules.schema.ts'
import type { RechargeRuleFields } from '#shared/features/rules/recharge-rules.contract.ts'
import type { TextKey } from '#shared/i18n/catalogue.ts'

/** A template: fields that differ from the defaults of a new rule. */
interface ConsumeTemplate extends Partial<Omit<ConsumeRuleFields, 'consumeRoleName'>> {
  name: TextKey
  consumeTypeRole: ConsumeRuleFields['consumeTypeRole']
}
interface RechargeTemplate extends Partial<Omit<RechargeRuleFields, 'roleName'>> {
  label: TextKey
}

/** Typical rules of each kind of venue; the prices are examples. */
export const ruleTemplates: Record<VenueKind, { consume: ConsumeTemplate[]; recharge: RechargeTemplate[] }> = {
  kart: {
    consume: [
      { name: 'ruleTemplate.kart.lap', consumeTypeRole: 'BALANCE', price: 68, countCycleNumber: 8, duration: 10 },
      {
        name: 'ruleTemplate.kart.pair',
        consumeTypeRole: 'BALANCE',
        price: 128,
        countCycleNumber: 6,
        duration: 8,
        priceMode: 'one',
      },
      { name: 'ruleTemplate.visit', consumeTypeRole: 'FREQUENCY', frequency: 1, countCycleNumber: 8, duration: 10 },
      {
        name: 'ruleTemplate.guest',
        consumeTypeRole: 'NOCARDCONSUME',
        price: 88,
        deposit: 20,
        countCycleNumber: 8,
        duration: 10,
      },
      { name: 'ruleTemplate.test', consumeTypeRole: 'TESTCARD', countCycleNumber: 2, duration: 3 },
    ],
    recharge: [{ label: 'ruleTemplate.recharge500', recharge: 500, give: 50, integral: 50 }],
  },
  simulator: {
    consume: [
      { name: 'ruleTemplate.simulator.time', consumeTypeRole: 'BALANCE', price: 38, duration: 15 },
      { name: 'ruleTemplate.visit', consumeTypeRole: 'FREQUENCY', frequency: 1, duration: 15 },
      { name: 'ruleTemplate.points', consumeTypeRole: 'INTEGRAL', integral: 100, duration: 10 },
      { name: 'ruleTemplate.guest', consumeTypeRole: 'NOCARDCONSUME', price: 45, duration: 15 },
      { name: 'ruleTemplate.test', consumeTypeRole: 'TESTCARD', duration: 3 },
    ],
    recharge: [{ label: 'ruleTemplate.recharge300', recharge: 300, give: 30, integral: 30 }],
  },
  kids: {
    consume: [
      { name: 'ruleTemplate.kids.ride', consumeTypeRole: 'BALANCE', price: 20, duration: 8 },
      { name: 'ruleTemplate.visit', consumeTypeRole: 'FREQUENCY', frequency: 1, duration: 8 },
      { name: 'ruleTemplate.guest', consumeTypeRole: 'NOCARDCONSUME', price: 25, duration: 8 },
      { name: 'ruleTemplate.test', consumeTypeRole: 'TESTCARD', duration: 2 },
    ],
    recharge: [{ label: 'ruleTemplate.tenVisits', salesMethod: 'listedPrice', price: 180, frequency: 10 }],
  },
}
