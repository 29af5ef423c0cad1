import { z } from 'zod'
import { onScreen, route } from '#shared/core/route.ts'
import { exact } from '#shared/core/text.ts'
import { DepartAdd } from '#shared/features/access/departs.contract.ts'
import { StaffAdd } from '#shared/features/access/users.schema.ts'

/** Kinds of data that a new store can copy from another. */
export const CopiedPart = z.enum(['levels', 'projects', 'rules', 'vehicleTypes', 'layouts'])
export type CopiedPart = z.infer<typeof CopiedPart>

const manager = StaffAdd.shape

export const NewStore = DepartAdd.pick({
  departName: true,
  address: true,
  timeZone: true,
  dayStartHour: true,
  apps: true,
  acceptsCash: true,
}).extend({
  /** Parent chain or store; default: the current store. */
  parentId: z.uuid().optional(),
  /** Code of a store in scope whose rules, levels, vehicle types, layouts and settings are copied. */
  copyFrom: exact(64, 1).optional(),
  /** Its first manager; none without an account name. */
  managerUsername: manager.username.optional(),
  managerRealname: manager.realname.optional(),
  managerPhone: manager.phone,
  managerPassword: manager.password.optional(),
})

/** Creates a complete store in one transaction. */
export const newStore = onScreen('newStore', {
  open: route({
    method: 'POST',
    path: '/sys/sysDepart/open',
    summary:
      'Adds a store below one in scope, with a copy of another store’s data and its first manager; the caller becomes one of its users',
    access: 'depart:edit',
    idempotent: { exceptFields: ['managerPassword'] },
    body: NewStore,
    result: z.object({
      id: z.uuid(),
      orgCode: z.string(),
      departName: z.string(),
      /** Number of copied rows by kind. */
      copied: z.record(CopiedPart, z.number().int()),
      managerUsername: z.string(),
    }),
    message: 'message.added',
  }),
})
