import type { SliceManifest } from '#server/core/slice.ts'
import { signInRoutes } from './sign-in.routes.ts'
import { pruneSignIns } from './sign-ins.job.ts'

/** Sign-in by every way, the personal account, and what the signed-in person may open. */
export const signInManifest: SliceManifest = {
  name: 'sign-in',
  mount: signInRoutes,
  actions: {},
  menus: [
    {
      id: 'menu-account',
      title: 'menu.account',
      icon: 'profile',
      component: 'account/center/Index',
      url: '/account/center',
      order: 180,
      hidden: true,
      roles: ['hq', 'manager', 'coach', 'cashier', 'partner'],
    },
    {
      id: 'menu-account-settings',
      title: 'menu.accountSettings',
      icon: 'tool',
      component: 'account/settings/Index',
      url: '/account/settings/Index',
      name: 'account-settings-base',
      order: 190,
      hidden: true,
      roles: ['hq', 'manager', 'coach', 'cashier', 'partner'],
    },
  ],
  jobs: { 'tokens.prune': { work: pruneSignIns, keepDays: 7 } },
}
