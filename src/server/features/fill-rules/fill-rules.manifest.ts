import { dictionaryOf } from '#server/core/manifest.ts'
import type { SliceManifest } from '#server/core/slice.ts'
import { FillKind } from '#shared/features/fill-rules/fill-rules.contract.ts'
import { fillRulesRoutes } from './fill-rules.routes.ts'

/** Rules that fill fields of new records: numbers, dates, codes. They serve all chains, so only the platform writes them. */
export const fillRulesManifest: SliceManifest = {
  name: 'fill-rules',
  mount: fillRulesRoutes,
  actions: {
    'fillrule:add': [],
    'fillrule:delete': [],
    'fillrule:edit': [],
    'fillrule:export': [],
    'fillrule:import': [],
    'fillrule:list': ['hq', 'manager'],
    'fillrule:use': ['hq', 'manager'],
  },
  menus: [
    {
      id: 'menu-fill-rules',
      title: 'menu.fillRules',
      icon: 'tags',
      component: 'system/SysFillRuleList',
      url: '/isystem/fillRule',
      order: 700,
      parent: 'menu-system',
      modules: ['fillrule'],
      roles: ['hq', 'manager'],
    },
  ],
  dictionaries: [dictionaryOf('fill_kind', 'fillRule.kind', FillKind.options, 'fillRule.kind')],
  uniqueColumns: { sys_fill_rule: { table: 'fill_rule', fields: { rule_code: 'rule_code' } } },
}
