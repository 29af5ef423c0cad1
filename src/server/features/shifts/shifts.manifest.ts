import { dictionaryOf } from '#server/core/manifest.ts'
import type { SliceManifest } from '#server/core/slice.ts'
import { shiftResource } from '#shared/features/shifts/shifts.contract.ts'
import { ShiftState } from '#shared/features/shifts/shifts.schema.ts'
import { shiftsRoutes } from './shifts.routes.ts'

/** Cash of counters: shifts from float to count, and their reports. */
export const shiftsManifest: SliceManifest = {
  name: 'shifts',
  mount: shiftsRoutes,
  actions: {
    'shift:close': ['hq', 'manager'],
    'shift:drawer': ['hq', 'manager'],
    'shift:export': ['hq', 'manager'],
    'shift:list': ['hq', 'manager'],
    'shift:report': ['hq', 'manager'],
    // Paying from the safe needs its own permission, because it could hide a short drawer.
    'shift:safe': ['hq', 'manager'],
    'shift:work': ['hq', 'manager', 'cashier'],
  },
  menus: [
    {
      id: 'menu-shifts',
      title: 'menu.shifts',
      icon: 'wallet',
      component: 'shift/SysShiftList',
      url: '/shift/sysShiftList',
      order: 42,
      modules: ['shift'],
      roles: ['hq', 'manager'],
    },
  ],
  dictionaries: [dictionaryOf('shift_state', 'shift.shiftState', ShiftState.options, 'shift.shiftState')],
  topics: ['shifts'],
  ruledLists: { 'shift:list': shiftResource.filter },
}
