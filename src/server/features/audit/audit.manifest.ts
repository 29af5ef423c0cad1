import { startAuditChaining } from '#server/core/audit/audit-chain.ts'
import { dictionaryOf } from '#server/core/manifest.ts'
import type { SliceManifest } from '#server/core/slice.ts'
import { ruledLogFields } from '#shared/features/audit/logs.contract.ts'
import { logsRoutes } from './logs.routes.ts'

/** Reading the sign-in log and the audit trail, and chaining the trail. */
export const auditManifest: SliceManifest = {
  name: 'audit',
  mount(app, deps) {
    logsRoutes(app, deps)
    startAuditChaining(app, deps)
  },
  actions: {
    'audit:list': ['hq', 'manager'],
    'log:delete': ['hq'],
    'log:list': ['hq', 'manager'],
  },
  ruledLists: { 'log:list': ruledLogFields },
  menus: [
    {
      id: 'menu-logs',
      title: 'menu.logs',
      icon: 'history',
      component: 'system/LogList',
      url: '/isystem/log',
      order: 160,
      parent: 'menu-system',
      modules: ['log'],
      roles: ['hq', 'manager'],
    },
    {
      id: 'menu-data-logs',
      title: 'menu.dataLogs',
      icon: 'file-text',
      component: 'system/DataLogList',
      url: '/isystem/dataLog',
      order: 161,
      parent: 'menu-system',
      modules: ['audit'],
      roles: ['hq', 'manager'],
    },
  ],
  dictionaries: [
    dictionaryOf('log_type', 'dict.log_type', ['1', '2'], 'dict.log_type'),
    dictionaryOf('operate_type', 'dict.operate_type', ['1', '2', '3', '4', '5', '6'], 'dict.operate_type'),
  ],
}
