import type { SliceManifest } from '#renderer/core/slice.ts'

const accountSettings = async () => (await import('./account-settings.page.tsx')).AccountSettingsPage

export const accessManifest: SliceManifest = {
  pages: {
    'system/UserList': async () => (await import('./users.page.tsx')).UsersPage,
    'system/RoleList': async () => (await import('./roles.page.tsx')).RolesPage,
    'system/PermissionList': async () => (await import('./permissions.page.tsx')).PermissionsPage,
    'system/DepartList': async () => (await import('./departs.page.tsx')).DepartsPage,
    'system/DepartRoleList': async () => (await import('./depart-roles.page.tsx')).DepartRolesPage,
    'account/center/Index': async () => (await import('./account-center.page.tsx')).AccountCenterPage,
    'account/settings/Index': accountSettings,
    // The family's clients part these; here they are one page.
    'account/settings/BaseSetting': accountSettings,
    'account/settings/Security': accountSettings,
    'account/settings/Custom': accountSettings,
    'account/settings/Binding': accountSettings,
    'account/settings/Notification': accountSettings,
  },
  everyones: [
    { path: '/account/center', component: 'account/center/Index', title: 'own.center' },
    { path: '/account/settings/Index', component: 'account/settings/Index', title: 'own.settings' },
  ],
}
