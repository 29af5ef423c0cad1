import { dictionaryOf } from '#server/core/manifest.ts'
import type { SliceManifest } from '#server/core/slice.ts'
import { TerminalState } from '#shared/features/terminals/terminals.contract.ts'
import { terminalReleasesRoutes } from './terminal-releases.routes.ts'
import { terminalsRoutes } from './terminals.routes.ts'

/** Counter terminals: registration, snapshot, refused starts, updates. */
export const terminalsManifest: SliceManifest = {
  name: 'terminals',
  mount(app, deps) {
    terminalsRoutes(app, deps)
    terminalReleasesRoutes(app, deps)
  },
  actions: {
    'cashier:search': ['hq', 'manager', 'cashier'],
    'refusal:list': ['hq', 'manager', 'cashier'],
    'terminal:enrol': ['hq', 'manager'],
    'terminal:list': ['hq', 'manager'],
    'terminal:revoke': ['hq', 'manager'],
    'terminal:stage': ['hq'],
    'terminal:use': ['hq', 'manager', 'coach', 'cashier'],
  },
  menus: [
    {
      id: 'menu-terminals',
      title: 'menu.terminals',
      icon: 'desktop',
      component: 'terminals/TerminalList',
      url: '/terminal/sysTerminalList',
      order: 165,
      parent: 'menu-system',
      modules: ['terminal'],
      roles: ['hq', 'manager'],
    },
    {
      id: 'menu-refusals',
      title: 'menu.refusals',
      icon: 'stop',
      component: 'terminals/RefusalList',
      url: '/terminal/sysSyncRefusal',
      order: 166,
      parent: 'menu-system',
      modules: ['refusal'],
      roles: ['hq', 'manager'],
    },
  ],
  dictionaries: [dictionaryOf('terminal_state', 'dict.terminalState', TerminalState.options, 'terminal.state')],
  topics: ['refusals', 'snapshot', 'terminals'],
}
