import { z } from 'zod'
import { familyField } from '#shared/core/family-names.ts'
import { YesNo } from '#shared/core/yes-no.ts'

/** `-1` platform administrator, `0` headquarters, `1` manager, `2` coach, `3` cashier, `4` partner. */
export const Identity = z.enum(['-1', '0', '1', '2', '3', '4'])
export type Identity = z.infer<typeof Identity>

export const Store = z.object({
  id: z.string(),
  parentId: z.string().nullable(),
  orgCode: z.string(),
  departName: z.string(),
  /** Features that the store has bought, such as `XWHF`. */
  apps: z.array(z.string()),
  acceptsCash: familyField(YesNo),
  endTime: z.string().nullable(),
})
export type Store = z.infer<typeof Store>

export const CurrentUser = z.object({
  id: z.string(),
  username: z.string(),
  realname: z.string(),
  /** Empty: the real name is shown. Sessions that an older terminal stored have none. */
  nickname: z.string().default(''),
  avatar: z.string(),
  phone: z.string(),
  identity: Identity,
  rolesname: z.string(),
  /** The store the user works in now; empty until one of several is chosen. */
  orgCode: z.string(),
  status: z.number().int(),
})
export type CurrentUser = z.infer<typeof CurrentUser>

/** The current user with every field that the family's clients expect of `userInfo` (`api-family 2`). */
export const SignedInUser = CurrentUser.extend({
  birthday: z.string().nullable(),
  sex: z.number().int().nullable(),
  email: z.string(),
  delFlag: z.literal(0),
  workNo: z.string(),
  post: z.string(),
  telephone: z.string(),
  createBy: z.string().nullable(),
  createTime: z.string(),
  updateBy: z.string().nullable(),
  updateTime: z.string().nullable(),
  activitiSync: z.literal(1),
  userIdentity: z.number().int(),
  departIds: z.string(),
  thirdId: z.null(),
  thirdType: z.null(),
})
export type SignedInUser = z.infer<typeof SignedInUser>

export const DictItem = z.object({ value: z.string(), text: z.string(), title: z.string() })
export type DictItem = z.infer<typeof DictItem>

export const MenuNode = z.object({
  id: z.string(),
  route: z.enum(['0', '1']),
  path: z.string(),
  name: z.string(),
  /** The key under which the renderer's registry finds the page. */
  component: z.string(),
  redirect: z.string().nullable(),
  hidden: z.boolean().optional(),
  alwaysShow: z.boolean().optional(),
  meta: z.object({
    title: z.string(),
    icon: z.string().optional(),
    url: z.string().optional(),
    keepAlive: z.boolean(),
    internalOrExternal: z.boolean(),
  }),
  get children() {
    return z.array(MenuNode).optional()
  },
})
export type MenuNode = z.infer<typeof MenuNode>

const ButtonRight = z.object({ action: z.string(), type: z.string(), describe: z.string() })

export const Permissions = z.object({
  menu: z.array(MenuNode),
  auth: z.array(ButtonRight),
  allAuth: z.array(ButtonRight.extend({ status: z.string() })),
  /** Paths of existing pages that the user may not open; absent in answers that an older terminal stored. */
  closed: z.array(z.string()).optional(),
})
export type Permissions = z.infer<typeof Permissions>
