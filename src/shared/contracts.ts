import type { Contract } from './core/route.ts'

/**
 * Every HTTP contract of the product by the name of its resource: a new resource is one line here. The window loads each with
 * the first screen that needs it; the server and the terminal load them all (`api.ts`).
 */
export const contracts = {
  signIn: async () => (await import('./features/sign-in/sign-in.contract.ts')).signIn,
  account: async () => (await import('./features/sign-in/account.contract.ts')).account,
  users: async () => (await import('./features/access/users.contract.ts')).users,
  roles: async () => (await import('./features/access/roles.contract.ts')).roles,
  permissions: async () => (await import('./features/access/permissions.contract.ts')).permissions,
  departs: async () => (await import('./features/access/departs.contract.ts')).departs,
  storeSettings: async () => (await import('./features/stores/store-settings.contract.ts')).storeSettings,
  firstRun: async () => (await import('./features/stores/first-run.contract.ts')).firstRun,
  deputies: async () => (await import('./features/access/deputies.contract.ts')).deputies,
  departRoles: async () => (await import('./features/access/depart-roles.contract.ts')).departRoles,
  logs: async () => (await import('./features/audit/logs.contract.ts')).logs,
  members: async () => (await import('./features/members/members.contract.ts')).members,
  memberMerge: async () => (await import('./features/wallets/member-merge.contract.ts')).memberMerge,
  userProjects: async () => (await import('./features/wallets/user-projects.contract.ts')).userProjects,
  memberLevels: async () => (await import('./features/members/member-levels.contract.ts')).memberLevels,
  memberCards: async () => (await import('./features/members/member-cards.contract.ts')).memberCards,
  agreements: async () => (await import('./features/agreements/agreements.contract.ts')).agreements,
  memberRecords: async () => (await import('./features/members/member-records.contract.ts')).memberRecords,
  consumeRules: async () => (await import('./features/rules/consume-rules.contract.ts')).consumeRules,
  consume: async () => (await import('./features/sessions/consume.contract.ts')).consume,
  playBeforePay: async () => (await import('./features/sessions/play-before-pay.contract.ts')).playBeforePay,
  vehicles: async () => (await import('./features/vehicles/vehicles.contract.ts')).vehicles,
  vehicleTypes: async () => (await import('./features/vehicles/vehicle-types.contract.ts')).vehicleTypes,
  upkeep: async () => (await import('./features/vehicles/upkeep.contract.ts')).upkeep,
  upkeepPlans: async () => (await import('./features/vehicles/upkeep.contract.ts')).upkeepPlans,
  devices: async () => (await import('./features/vehicles/devices.contract.ts')).devices,
  devicePermits: async () => (await import('./features/vehicles/devices.contract.ts')).devicePermits,
  deviceEvents: async () => (await import('./features/vehicles/device-events.contract.ts')).deviceEvents,
  gameLogs: async () => (await import('./features/vehicles/game-logs.contract.ts')).gameLogs,
  terminals: async () => (await import('./features/terminals/terminals.contract.ts')).terminals,
  positions: async () => (await import('./features/system/positions.contract.ts')).positions,
  files: async () => (await import('./features/system/files.contract.ts')).files,
  ossFiles: async () => (await import('./features/system/oss-files.contract.ts')).ossFiles,
  dictionaries: async () => (await import('./features/system/dictionaries.contract.ts')).dictionaries,
  dictItems: async () => (await import('./features/system/dictionaries.contract.ts')).dictItems,
  categories: async () => (await import('./features/system/categories.contract.ts')).categories,
  duplicates: async () => (await import('./features/system/duplicates.contract.ts')).duplicates,
  checkRules: async () => (await import('./features/system/check-rules.contract.ts')).checkRules,
  announcements: async () => (await import('./features/messages/announcements.contract.ts')).announcements,
  announcementSends: async () => (await import('./features/messages/announcement-sends.contract.ts')).announcementSends,
  messageTemplates: async () => (await import('./features/messages/message-templates.contract.ts')).messageTemplates,
  messages: async () => (await import('./features/messages/messages.contract.ts')).messages,
  listViews: async () => (await import('./features/system/list-views.contract.ts')).listViews,
  scheduledJobs: async () => (await import('./features/system/scheduled-jobs.contract.ts')).scheduledJobs,
} satisfies Record<string, () => Promise<Contract>>

export type Api = { [K in keyof typeof contracts]: Awaited<ReturnType<(typeof contracts)[K]>> }
