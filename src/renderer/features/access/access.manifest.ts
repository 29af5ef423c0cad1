import type { SliceManifest } from '#renderer/core/slice.ts'

const accountSettings = () => import('#renderer/features/access/account/account-settings.page.tsx')

export const accessManifest: SliceManifest = {
  pages: {
    'system/UserList': async () => (await import('#renderer/features/access/users/users.page.tsx')).UsersPage,
    'system/RoleList': async () => (await import('#renderer/features/access/roles/roles.page.tsx')).RolesPage,
    'system/PermissionList': async () =>
      (await import('#renderer/features/access/roles/permissions.page.tsx')).PermissionsPage,
    'system/DepartList': async () => (await import('#renderer/features/access/departs/departs.page.tsx')).DepartsPage,
    'system/DepartRoleList': async () =>
      (await import('#renderer/features/access/departs/depart-roles.page.tsx')).DepartRolesPage,
    'account/center/Index': async () =>
      (await import('#renderer/features/access/account/account-center.page.tsx')).AccountCenterPage,
    'account/settings/Index': async () => (await accountSettings()).AccountSettingsPage,
    'account/settings/Custom': async () => (await accountSettings()).AppearanceSettingsPage,
    'account/settings/Binding': async () => (await accountSettings()).BindingSettingsPage,
    'account/settings/BaseSetting': async () => (await accountSettings()).AccountSettingsPage,
    'account/settings/Security': async () => (await accountSettings()).SecuritySettingsPage,
    'account/settings/Notification': async () => (await accountSettings()).NotificationSettingsPage,
  },
  settings: async () =>
    (await import('#renderer/features/access/account/account-settings.fields.ts')).accountSettingFields,
  everyones: [
    { path: '/account/center', component: 'account/center/Index', title: 'own.center' },
    { path: '/account/settings/Index', component: 'account/settings/Index', title: 'own.settings' },
  ],
}
