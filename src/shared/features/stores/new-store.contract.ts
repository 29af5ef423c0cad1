import { z } from 'zod'
import { onScreen, route } from '#shared/core/route.ts'
import { exact } from '#shared/core/text.ts'
import { DepartAdd } from '#shared/features/access/departs.contract.ts'
import { StaffAdd } from '#shared/features/access/users.schema.ts'

/** What a new store takes over from another: its tables go by these names. */
export const CopiedPart = z.enum(['levels', 'projects', 'rules', 'vehicleTypes', 'layouts'])
export type CopiedPart = z.infer<typeof CopiedPart>

const manager = StaffAdd.shape

export const NewStore = DepartAdd.pick({
  departName: true,
  address: true,
  timeZone: true,
  dayStartHour: true,
  apps: true,
  isUnline: true,
}).extend({
  /** The chain or store that it stands below; left out: the one that is worked in. */
  parentId: z.uuid().optional(),
  /** The code of a store in scope whose rules, levels, types of vehicles, layouts and settings the new one begins with. */
  copyFrom: exact(64, 1).optional(),
  /** Its first manager; without an account's name there is none yet. */
  managerUsername: manager.username.optional(),
  managerRealname: manager.realname.optional(),
  managerPhone: manager.phone,
  managerPassword: manager.password.optional(),
})

/** A new store in one go: everything of it is there, or nothing. */
export const newStore = onScreen('newStore', {
  open: route({
    method: 'POST',
    path: '/sys/sysDepart/open',
    summary:
      'Adds a store below one in scope with a copy of another, its first manager, and whoever opens it as one who works there',
    access: 'depart:edit',
    idempotent: { exceptFields: ['managerPassword'] },
    body: NewStore,
    result: z.object({
      id: z.uuid(),
      orgCode: z.string(),
      departName: z.string(),
      /** How many there are now of what was copied. */
      copied: z.record(CopiedPart, z.number().int()),
      managerUsername: z.string(),
    }),
    message: 'message.added',
  }),
})
