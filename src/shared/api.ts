import type { Contract } from './core/route.ts'
import { departRoles } from './features/access/depart-roles.contract.ts'
import { departs } from './features/access/departs.contract.ts'
import { permissions } from './features/access/permissions.contract.ts'
import { roles } from './features/access/roles.contract.ts'
import { users } from './features/access/users.contract.ts'
import { logs } from './features/audit/logs.contract.ts'
import { members } from './features/members/members.contract.ts'
import { announcementSends } from './features/messages/announcement-sends.contract.ts'
import { announcements } from './features/messages/announcements.contract.ts'
import { messageTemplates } from './features/messages/message-templates.contract.ts'
import { messages } from './features/messages/messages.contract.ts'
import { consumeRules } from './features/rules/consume-rules.contract.ts'
import { consume } from './features/sessions/consume.contract.ts'
import { playBeforePay } from './features/sessions/play-before-pay.contract.ts'
import { account } from './features/sign-in/account.contract.ts'
import { signIn } from './features/sign-in/sign-in.contract.ts'
import { categories } from './features/system/categories.contract.ts'
import { checkRules } from './features/system/check-rules.contract.ts'
import { dictItems, dictionaries } from './features/system/dictionaries.contract.ts'
import { duplicates } from './features/system/duplicates.contract.ts'
import { files } from './features/system/files.contract.ts'
import { ossFiles } from './features/system/oss-files.contract.ts'
import { positions } from './features/system/positions.contract.ts'
import { scheduledJobs } from './features/system/scheduled-jobs.contract.ts'
import { terminals } from './features/terminals/terminals.contract.ts'
import { vehicles } from './features/vehicles/vehicles.contract.ts'

/** Every HTTP contract of the product, by the name of its resource. */
export const api = {
  signIn,
  account,
  users,
  roles,
  permissions,
  departs,
  departRoles,
  logs,
  members,
  consumeRules,
  consume,
  playBeforePay,
  vehicles,
  terminals,
  positions,
  files,
  ossFiles,
  dictionaries,
  dictItems,
  categories,
  duplicates,
  checkRules,
  announcements,
  announcementSends,
  messageTemplates,
  messages,
  scheduledJobs,
} satisfies Record<string, Contract>

export type Api = typeof api
