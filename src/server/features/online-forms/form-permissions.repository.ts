import { sql } from 'kysely'
import type { SignedIn } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { rolesShown, visibleRoles } from '#server/features/access/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { FormAct } from '#shared/features/online-forms/online-forms.contract.ts'
import { text } from '#shared/i18n/catalogue.ts'
import { actionOf, type FormRow } from './online-forms.repository.ts'

const MENU = 'menu-forms'
const ADMIN = 'admin'

const menuId = (form: Pick<FormRow, 'id'>): string => `form-${form.id}`
const actionId = (form: Pick<FormRow, 'id'>, act: FormAct): string => `form-${form.id}-${act}`

/**
 * Puts a published form on the menu, with an action for each act; nobody has them until they are granted.
 */
export async function syncPermissions(trx: Transaction, form: FormRow): Promise<void> {
  await sql`insert into permission (id, parent_id, name_zh, name_en, icon, component, component_name, url, sort_no, keep_alive,
      menu_type, owner_code)
    values (${menuId(form)}, ${MENU}, ${form.nameZh}, ${form.nameEn}, ${form.icon}, 'modules/online/cgform/auto/OnlCgformAutoList',
      ${`form-record-${form.code}`}, ${`/online/cgformList/${form.code}`}, 719, false, 1, ${form.ownerCode})
    on conflict (id) do update set name_zh = excluded.name_zh, name_en = excluded.name_en, icon = excluded.icon`.execute(
    trx,
  )
  for (const act of FormAct.options) {
    const names = (['zh', 'en'] as const).map((locale) =>
      text(locale, 'form.actionName', {
        form: locale === 'en' ? form.nameEn : form.nameZh,
        act: text(locale, `form.act.${act}`),
      }),
    )
    await sql`insert into permission (id, parent_id, name_zh, name_en, perms, menu_type, route, sort_no, owner_code)
      values (${actionId(form, act)}, ${menuId(form)}, ${names[0]}, ${names[1]}, ${actionOf(form.code, act)}, 2, false, 1000,
        ${form.ownerCode})
      on conflict (id) do update set name_zh = excluded.name_zh, name_en = excluded.name_en`.execute(trx)
  }
}

export async function removePermissions(trx: Transaction, form: FormRow): Promise<void> {
  await trx.deleteFrom('permission').where('id', '=', menuId(form)).execute()
}

/** What each role that the user sees may do with the records of a form. */
export async function rightsOf(trx: Transaction, user: SignedIn, form: FormRow) {
  const seen = trx
    .selectFrom('role as t')
    .select(['id', 'roleName'])
    .where(await rolesShown(trx, user))
  const roles = await seen.orderBy('createdAt').orderBy('id').execute()
  const ids = FormAct.options.map((act) => actionId(form, act))
  const granted = await trx
    .selectFrom('rolePermission')
    .select(['roleId', 'permissionId'])
    .where('permissionId', 'in', ids)
    .execute()
  return roles
    .filter(({ id }) => id !== ADMIN)
    .map(({ id, roleName }) => ({
      roleId: id,
      roleName,
      acts: FormAct.options.filter((act) =>
        granted.some(({ roleId, permissionId }) => roleId === id && permissionId === actionId(form, act)),
      ),
    }))
}

/**
 * Sets what a role may do with the records of a form. Also of built-in roles, because the actions count at the form's own organisation
 * only. A user with any of these permissions sees the form in the menu.
 */
export async function grantActs(
  trx: Transaction,
  user: SignedIn,
  form: FormRow,
  { roleId, acts }: { roleId: string; acts: readonly FormAct[] },
): Promise<{ before: FormAct[]; after: FormAct[] }> {
  // The platform administrator has every action without a grant.
  if (roleId === ADMIN) throw new AppError('common.recordNotFound')
  await visibleRoles(trx, user, [roleId], 'changed')
  const before = (await rightsOf(trx, user, form)).find((one) => one.roleId === roleId)?.acts ?? []
  // A list comes with every act, because each begins there.
  const after = FormAct.options.filter((act) => acts.includes(act) || (act === 'list' && acts.length > 0))
  const owned = [menuId(form), ...FormAct.options.map((act) => actionId(form, act))]
  const wanted = after.length === 0 ? [] : [menuId(form), ...after.map((act) => actionId(form, act))]
  // What stays granted keeps its data rules.
  await sql`delete from role_permission where role_id = ${roleId} and permission_id = any(${owned}::text[])
    and not (permission_id = any(${wanted}::text[]))`.execute(trx)
  await sql`insert into role_permission (role_id, permission_id)
    select ${roleId}, unnest(${wanted}::text[]) on conflict do nothing`.execute(trx)
  return { before, after }
}
