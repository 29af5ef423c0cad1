import { lazy } from 'react'

/** The pages of administration by their component keys, each loaded when it is opened. */
export const adminPages = {
  'modules/message/SysMessageTemplateList': lazy(async () => ({
    default: (await import('#renderer/features/messages/message-templates.page.tsx')).MessageTemplatesPage,
  })),
  'system/SysPositionList': lazy(async () => ({
    default: (await import('#renderer/features/system/positions.page.tsx')).PositionsPage,
  })),
  'system/SysAnnouncementList': lazy(async () => ({
    default: (await import('#renderer/features/messages/announcements.page.tsx')).AnnouncementsPage,
  })),
  'system/UserList': lazy(async () => ({
    default: (await import('#renderer/features/access/users.page.tsx')).UsersPage,
  })),
  'system/RoleList': lazy(async () => ({
    default: (await import('#renderer/features/access/roles.page.tsx')).RolesPage,
  })),
  'system/PermissionList': lazy(async () => ({
    default: (await import('#renderer/features/access/permissions.page.tsx')).PermissionsPage,
  })),
  'system/DepartList': lazy(async () => ({
    default: (await import('#renderer/features/access/departs.page.tsx')).DepartsPage,
  })),
  'system/DepartRoleList': lazy(async () => ({
    default: (await import('#renderer/features/access/depart-roles.page.tsx')).DepartRolesPage,
  })),
  'system/DictList': lazy(async () => ({
    default: (await import('#renderer/features/system/dictionaries.page.tsx')).DictionariesPage,
  })),
  'system/SysCategoryList': lazy(async () => ({
    default: (await import('#renderer/features/system/categories.page.tsx')).CategoriesPage,
  })),
  'system/LogList': lazy(async () => ({
    default: (await import('#renderer/features/audit/logs.page.tsx')).LogsPage,
  })),
  'terminals/TerminalList': lazy(async () => ({
    default: (await import('#renderer/features/terminals/terminals.page.tsx')).TerminalsPage,
  })),
  'system/QuartzJobList': lazy(async () => ({
    default: (await import('#renderer/features/system/scheduled-jobs.page.tsx')).ScheduledJobsPage,
  })),
}
