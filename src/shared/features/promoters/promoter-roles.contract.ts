import { z } from 'zod'
import { crudRoutes, entity, resource } from '#shared/core/crud.ts'
import { creationMarks, fieldsOf } from '#shared/core/fields.ts'
import { Amount } from '#shared/core/money.ts'
import { joinedOrNone, route } from '#shared/core/route.ts'
import { line } from '#shared/core/text.ts'
import { YesNo } from '#shared/core/yes-no.ts'
import { withDefaults } from '#shared/features/rules/rules.schema.ts'
import { ShareMode, ShareRecharges, ShareUnit } from './promoters.schema.ts'

const roleFields = z.object({
  roleName: line(40, 1),
  shareMode: ShareMode,
  shareUnit: ShareUnit,
  /** Of a fixed share: money, or whole points. */
  shareAmount: Amount.min(0).max(1_000_000),
  /** Of a percentage: of what was paid; of points, for each unit of money. */
  sharePercent: Amount.min(0).max(100),
  recharges: ShareRecharges,
  /** Days after the binding in which recharges count. */
  withinDays: z.number().int().min(1).max(3650),
  isActive: YesNo,
  remark: line(200),
})
export type RoleFields = z.infer<typeof roleFields>

export const newPromoterRole = {
  shareMode: 'percent',
  shareUnit: 'give',
  shareAmount: 0,
  sharePercent: 0,
  recharges: 'first',
  withinDays: 30,
  isActive: 'YES',
  remark: '',
} as const satisfies Partial<RoleFields>

const marks = {
  roleName: { kind: 'text', label: 'promoter.role', sort: true },
  shareMode: { kind: 'text', label: 'promoterRole.mode', sort: true, dict: 'share_mode' },
  shareUnit: { kind: 'text', label: 'promoterRole.unit', dict: 'share_unit' },
  shareAmount: { kind: 'money', label: 'promoterRole.amount' },
  sharePercent: { kind: 'money', label: 'promoterRole.percent' },
  recharges: { kind: 'text', label: 'promoterRole.recharges', dict: 'share_recharges' },
  withinDays: { kind: 'number', label: 'promoterRole.withinDays' },
  departIds: { kind: 'text', label: 'promoterRole.stores', unsearched: true },
  departNames: { kind: 'text', label: 'promoterRole.stores', unsearched: true },
  isActive: { kind: 'yesNo', label: 'promoter.active', sort: true, dict: 'yn' },
  remark: { kind: 'text', label: 'promoter.remark' },
  id: { kind: 'id', label: 'crud.id' },
  ...creationMarks,
  sysOrgCode: { kind: 'text', label: 'records.store' },
} as const

/** Roles of promoters: what they get, and the stores that a role is for. */
export const promoterRoleResource = resource({
  path: '/tuiguangrole/sysTuiguangRole',
  permission: 'tuiguangrole',
  noun: 'roles of promoters',
  entity: entity(
    roleFields.extend({
      sysOrgCode: z.string(),
      sysOrgCode_dictText: z.string().nullable(),
      /** Ids of the stores that it is for besides the own one, joined by commas. */
      departIds: z.string(),
      departNames: z.string(),
    }),
  ),
  create: withDefaults(roleFields, newPromoterRole),
  update: roleFields,
  ...fieldsOf(marks),
})

export const promoterRoles = {
  ...crudRoutes(promoterRoleResource),
  editDepart: route({
    labels: { ...promoterRoleResource.labels },
    method: ['PUT', 'POST'],
    path: `${promoterRoleResource.path}/editdepart`,
    summary: 'Sets the stores for which a promoter role is (spec §7)',
    access: 'tuiguangrole:edit',
    body: z.object({
      id: z.uuid(),
      /** Store ids, joined by commas. */
      departIds: joinedOrNone.pipe(z.array(z.uuid()).max(500)),
    }),
    result: z.null(),
    message: 'message.updated',
  }),
}
