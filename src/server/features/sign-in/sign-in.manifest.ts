import type { MenuEntry } from '#server/core/manifest.ts'
import type { SliceManifest } from '#server/core/slice.ts'
import { signInRoutes } from './sign-in.routes.ts'
import { pruneSignIns } from './sign-ins.job.ts'

/** The parts of the personal settings by the names and addresses that clients of the API family use. */
const settingsPage = (part: keyof typeof settingsFiles, index: number): MenuEntry => ({
  id: `menu-account-settings-${part}`,
  title: `menu.accountSettings.${part}`,
  icon: 'tool',
  component: `account/settings/${settingsFiles[part]}`,
  url: `/account/settings/${part}`,
  order: 191 + index,
  parent: 'menu-account-settings',
  hidden: true,
  roles: ['hq', 'manager', 'coach', 'cashier', 'partner'],
})
const settingsFiles = {
  base: 'BaseSetting',
  security: 'Security',
  custom: 'Custom',
  binding: 'Binding',
  notification: 'Notification',
} as const

/** All kinds of sign-in, the user's own account, and the menu of the signed-in user. */
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
      order: 190,
      hidden: true,
      roles: ['hq', 'manager', 'coach', 'cashier', 'partner'],
    },
    ...(['base', 'security', 'custom', 'binding', 'notification'] as const).map(settingsPage),
  ],
  jobs: { 'tokens.prune': { work: pruneSignIns, keepDays: 7 } },
}
