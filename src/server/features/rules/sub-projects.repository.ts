import { sql } from 'kysely'
import { z } from 'zod'
import type { Transaction } from '#server/db/database.ts'
import { AppError } from '#shared/core/errors.ts'
import { GENERAL_PROJECT } from '#shared/features/rules/rules.schema.ts'
import type { SubProjectOption } from '#shared/features/rules/sub-projects.contract.ts'
import { type Locale, text } from '#shared/i18n/catalogue.ts'

/** Project names by store and code of the stores in scope. */
export async function projectNames(trx: Transaction): Promise<(orgCode: string, code: string) => string> {
  const rows = await trx.selectFrom('subProject').select(['orgCode', 'code', 'name']).execute()
  const names = new Map(rows.map(({ orgCode, code, name }) => [`${orgCode} ${code}`, name]))
  return (orgCode, code) => names.get(`${orgCode} ${code}`) ?? code
}

/** Adds `projectType_dictText`, the project name, to rows with `sysOrgCode`. Use it for any list that shows projects. */
export async function withProjectNames<R extends { sysOrgCode: string; projectType: string }>(
  trx: Transaction,
  rows: readonly R[],
  locale: Locale,
): Promise<(R & { projectType_dictText: string })[]> {
  const nameOf = await projectNames(trx)
  return rows.map((row) => ({
    ...row,
    projectType_dictText:
      row.projectType === GENERAL_PROJECT
        ? text(locale, 'dict.project_type.currency')
        : nameOf(row.sysOrgCode, row.projectType),
  }))
}

/** The code of an active project by code or, from workbooks, name; locked until the transaction ends. Throws `rules.projectUnknown`. */
export async function projectFor(
  trx: Transaction,
  orgCode: string,
  idOrName: string,
  field = 'projectType',
): Promise<string> {
  if (idOrName === GENERAL_PROJECT) return idOrName
  const active = trx.selectFrom('subProject').select('code').where('orgCode', '=', orgCode).where('active', '=', true)
  const named = active.where((eb) => eb.or([eb('code', '=', idOrName), eb('name', '=', idOrName)]))
  const found = await named.orderBy(sql`code = ${idOrName}`, 'desc').forShare().executeTakeFirst()
  if (!found) throw new AppError('rules.projectUnknown', { field })
  return found.code
}

/** Projects for pickers, the general one first. */
export async function projectOptions(trx: Transaction, orgCode: string, locale: Locale): Promise<SubProjectOption[]> {
  const general = {
    projectType: GENERAL_PROJECT,
    name: text(locale, 'dict.project_type.currency'),
    photo: '',
    sysOrgCode: orgCode,
  }
  const query = trx.selectFrom('subProject').select(['code', 'name', 'photo', 'orgCode']).where('active', '=', true)
  const rows = await query.orderBy('orgCode').orderBy('indexNumber').orderBy('id').limit(4999).execute()
  return [
    general,
    ...rows.map((row) => ({ projectType: row.code, name: row.name, photo: row.photo, sysOrgCode: row.orgCode })),
  ]
}

/** Throws `rules.projectInUse` if a rule or member uses a project; locks the projects. */
export async function requireUnused(trx: Transaction, idOrName: readonly string[]): Promise<void> {
  const ids = idOrName.filter((id) => z.uuid().safeParse(id).success)
  const { rows } = await sql<{ name: string }>`
    with going as materialized (select org_code, code, name from sub_project where id = any(${ids}::uuid[]) for update)
    select name from going p where
      exists (select from consume_rule r
        where r.org_code = p.org_code and r.project_type = p.code and r.withdrawn_at is null)
      or exists (select from recharge_rule r
        where r.org_code = p.org_code and r.project_type = p.code and r.withdrawn_at is null)
      or exists (select from play_card_rule r
        where r.org_code = p.org_code and r.project_type = p.code and r.withdrawn_at is null)
      or exists (select from exchange_rate r where r.org_code = p.org_code and p.code in (r.from_project, r.to_project))
      or exists (select from member_project m where m.org_code = p.org_code and m.project_type = p.code)
      or exists (select from wallet w where w.org_code = p.org_code and w.kind = 'frequency' and w.project = p.code)`.execute(
    trx,
  )
  const [used] = rows
  if (used) throw new AppError('rules.projectInUse', { name: used.name })
}
