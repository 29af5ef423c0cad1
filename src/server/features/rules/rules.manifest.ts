import { dictionaryOf } from '#server/core/manifest.ts'
import type { SliceManifest } from '#server/core/slice.ts'
import {
  AmountType,
  ConsumeType,
  consumeRuleResource,
  PriceMode,
  ToolType,
  UseMode,
} from '#shared/features/rules/consume-rules.contract.ts'
import { playCardRuleResource } from '#shared/features/rules/play-card-rules.contract.ts'
import {
  RechargeAmountType,
  rechargeRuleResource,
  SalesMethod,
  ValidityType,
} from '#shared/features/rules/recharge-rules.contract.ts'
import { subProjectResource } from '#shared/features/rules/sub-projects.contract.ts'
import { consumeRulesRoutes } from './consume-rules.routes.ts'
import { playCardRulesRoutes } from './play-card-rules.routes.ts'
import { rechargeRulesRoutes } from './recharge-rules.routes.ts'
import { ruleSources } from './rules.search.ts'
import { subProjectsRoutes } from './sub-projects.routes.ts'

/** Rules: prices and lengths of rides, recharges, cards, and the projects that they are for. */
export const rulesManifest: SliceManifest = {
  name: 'rules',
  mount(app, deps) {
    consumeRulesRoutes(app, deps)
    rechargeRulesRoutes(app, deps)
    playCardRulesRoutes(app, deps)
    subProjectsRoutes(app, deps)
  },
  copiedTables: [
    { part: 'projects', table: 'sub_project' },
    { part: 'rules', table: 'consume_rule' },
    { part: 'rules', table: 'recharge_rule' },
    { part: 'rules', table: 'play_card_rule' },
  ],
  actions: {
    'consumerule:add': ['hq', 'manager'],
    'consumerule:delete': ['hq', 'manager'],
    'consumerule:edit': ['hq', 'manager'],
    'consumerule:export': ['hq', 'manager'],
    'consumerule:import': ['hq', 'manager'],
    'consumerule:list': ['hq', 'manager'],
    'playcardrule:add': ['hq', 'manager'],
    'playcardrule:delete': ['hq', 'manager'],
    'playcardrule:edit': ['hq', 'manager'],
    'playcardrule:export': ['hq', 'manager'],
    'playcardrule:import': ['hq', 'manager'],
    'playcardrule:list': ['hq', 'manager'],
    'rechargerule:add': ['hq', 'manager'],
    'rechargerule:delete': ['hq', 'manager'],
    'rechargerule:edit': ['hq', 'manager'],
    'rechargerule:export': ['hq', 'manager'],
    'rechargerule:import': ['hq', 'manager'],
    'rechargerule:list': ['hq', 'manager'],
    'rule:search': ['hq', 'manager', 'coach', 'cashier'],
    'subproject:add': ['hq', 'manager'],
    'subproject:delete': ['hq', 'manager'],
    'subproject:edit': ['hq', 'manager'],
    'subproject:list': ['hq', 'manager'],
  },
  menus: [
    {
      id: 'menu-rules',
      title: 'menu.rules',
      icon: 'profile',
      component: 'layouts/RouteView',
      url: '/rules',
      order: 31,
      roles: ['hq', 'manager'],
    },
    {
      id: 'menu-consume-rules',
      title: 'menu.consumeRules',
      icon: 'tags',
      component: 'rules/ConsumeRuleList',
      url: '/consumerole/SysDepartConsumeRoleList',
      order: 32,
      parent: 'menu-rules',
      modules: ['consumerule'],
      roles: ['hq', 'manager'],
    },
    {
      id: 'menu-recharge-rules',
      title: 'menu.rechargeRules',
      icon: 'wallet',
      component: 'rules/RechargeRuleList',
      url: '/rechargerole/SysDepartRechargeRoleList',
      order: 33,
      parent: 'menu-rules',
      modules: ['rechargerule'],
      roles: ['hq', 'manager'],
    },
    {
      id: 'menu-play-card-rules',
      title: 'menu.playCardRules',
      icon: 'credit-card',
      component: 'rules/PlayCardRuleList',
      url: '/changwanrole/SysDepartChangwanRoleList',
      order: 34,
      parent: 'menu-rules',
      modules: ['playcardrule'],
      roles: ['hq', 'manager'],
    },
    {
      id: 'menu-sub-projects',
      title: 'menu.subProjects',
      icon: 'appstore',
      component: 'rules/SubProjectList',
      url: '/subproject/SysSubProjectList',
      order: 35,
      parent: 'menu-rules',
      modules: ['subproject'],
      roles: ['hq', 'manager'],
    },
  ],
  dictionaries: [
    dictionaryOf('consume_type', 'dict.consumeType', ConsumeType.options, 'type'),
    dictionaryOf('price_mode', 'dict.priceMode', PriceMode.options, 'consumeRule.priceMode'),
    dictionaryOf('use_mode', 'dict.useMode', UseMode.options, 'consumeRule.useMode'),
    dictionaryOf('tool_type', 'dict.toolType', ToolType.options, 'consumeRule.tool'),
    dictionaryOf('amount_type', 'dict.amountType', AmountType.options, 'consumeRule.amountType'),
    dictionaryOf('weekday', 'dict.weekday', ['1', '2', '3', '4', '5', '6', '7'], 'weekday'),
    dictionaryOf(
      'recharge_amount_type',
      'rechargeRule.amountType',
      RechargeAmountType.options,
      'rechargeRule.amountType',
    ),
    dictionaryOf('sales_method', 'rechargeRule.salesMethod', SalesMethod.options, 'rechargeRule.salesMethod'),
    dictionaryOf('validity_type', 'rechargeRule.validityType', ValidityType.options, 'rechargeRule.validityType'),
    // Only the general project; those of a store are rows.
    dictionaryOf('project_type', 'rules.project', ['currency'], 'dict.project_type'),
  ],
  searched: ruleSources,
  ruledLists: {
    'consumerule:list': consumeRuleResource.filter,
    'playcardrule:list': playCardRuleResource.filter,
    'rechargerule:list': rechargeRuleResource.filter,
    'subproject:list': subProjectResource.filter,
  },
}
