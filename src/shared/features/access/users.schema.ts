import { z } from 'zod'
import { address } from '#shared/core/address.ts'
import { entity, type Fields, listFilters } from '#shared/core/crud.ts'
import { joined, listQuery } from '#shared/core/route.ts'
import { exact, line, wrong } from '#shared/core/text.ts'
import { Day } from '#shared/core/time.ts'
import { Identity } from './access.schema.ts'
import { Mobile, NewPassword } from './password.calc.ts'

/** 1: active; 2: frozen. */
export const Status = z.union([z.literal([1, 2]), z.enum(['1', '2']).transform(Number)])
const Sex = z.union([z.literal([1, 2]), z.enum(['1', '2']).transform(Number)])
const optionalText = (max: number) => line(max).nullish()
const uuids = joined.pipe(z.array(z.uuid()).max(500))
const roleIds = joined.pipe(z.array(exact(64)).max(500))

export const User = entity(
  z.object({
    username: z.string(),
    realname: z.string(),
    avatar: z.string(),
    birthday: z.string().nullable(),
    sex: z.number().int().nullable(),
    sex_dictText: z.string().nullable(),
    email: z.string(),
    phone: z.string(),
    status: z.number().int(),
    status_dictText: z.string().nullable(),
    identity: Identity,
    identity_dictText: z.string().nullable(),
    /** The names (not codes) of the user's stores, as in the family's list. */
    orgCode: z.string(),
    /** The same under the name of later versions of the family. */
    orgCodeTxt: z.string(),
    rolesname: z.string(),
    workNo: z.string(),
    post: z.string(),
    telephone: z.string(),
    userIdentity: z.number().int(),
    departIds: z.string(),
    /** Names of `departIds`. */
    departIds_dictText: z.string().nullable(),
    /** 1: in the recycle bin. */
    delFlag: z.union([z.literal(0), z.literal(1)]),
    activitiSync: z.literal(1),
  }),
)
export type User = z.infer<typeof User>

const fields = {
  realname: line(64, 1),
  identity: Identity,
  avatar: address(512).nullish(),
  birthday: z.union([z.literal(''), Day]).nullish(),
  sex: Sex.nullish(),
  email: z.union([z.literal(''), z.email().max(128)]).nullish(),
  phone: z.union([z.literal(''), Mobile]).nullish(),
  workNo: optionalText(64),
  post: optionalText(64),
  telephone: z.union([z.literal(''), z.string().regex(/^0\d{2,3}-[1-9]\d{6,7}$/, wrong('input.telephone'))]).nullish(),
  userIdentity: z.union([z.literal([1, 2]), z.enum(['1', '2']).transform(Number)]).nullish(),
  /** Roles and stores, joined by commas; left out: as they are. */
  selectedroles: roleIds.optional(),
  selecteddeparts: uuids.optional(),
}

export const UserAdd = z.object({
  username: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^[\p{L}\d._@-]{2,64}$/u, wrong('input.account')),
  password: NewPassword,
  confirmpassword: exact(128).optional(),
  ...fields,
  identity: Identity.default('3'),
})

/** The identity that belongs to each kind of staff; the role of that name grants the permissions. */
export const staffIdentities = { manager: '1', coach: '2', cashier: '3' } as const satisfies Record<string, Identity>
export const StaffRole = z.enum(['manager', 'coach', 'cashier'])
export type StaffRole = z.infer<typeof StaffRole>

/** A new staff member of stores, from the set-up assistant: the role decides the identity. */
export const StaffAdd = UserAdd.pick({ username: true, realname: true, phone: true, password: true }).extend({
  role: StaffRole,
  departIds: z.array(z.uuid()).min(1).max(50),
})

/** Fields that are left out stay as they are. */
export const UserEdit = z
  .object({ id: z.uuid(), ...fields })
  .partial()
  .required({ id: true })

/** Fields that lists of users may be filtered by. */
export const userFilter = {
  id: 'id',
  username: 'text',
  realname: 'text',
  phone: 'text',
  email: 'text',
  identity: 'text',
  workNo: 'text',
  post: 'text',
  telephone: 'text',
  status: 'number',
  sex: 'number',
  createTime: 'time',
  createBy: 'text',
} as const satisfies Fields

/** Fields that lists of users may be sorted by. */
export const userColumns = [
  'createTime',
  'username',
  'realname',
  'phone',
  'status',
  'sex',
  'identity',
  'workNo',
] as const

export const UserSearch = listQuery(userColumns, listFilters(userFilter))
export type UserSearch = z.output<typeof UserSearch>
