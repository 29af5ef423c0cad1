import { sql } from 'kysely'
import type { z } from 'zod'
import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { created, toDataRule, updated } from '#server/features/access/entities.view.ts'
import { platformOnly } from '#server/features/access/rights.service.ts'
import { AppError } from '#shared/core/errors.ts'
import { newId } from '#shared/core/id.ts'
import { fieldNamed } from '#shared/core/route.ts'
import type {
  DataRule,
  DataRuleAdd,
  PermissionAdd,
  PermissionEdit,
} from '#shared/features/access/permissions.contract.ts'
import { listsOf } from './role-rules.repository.ts'

type Given = Partial<z.output<typeof PermissionAdd>>
type RuleInput = z.output<typeof DataRuleAdd>

const texts = ['perms', 'permsType', 'icon', 'component', 'componentName', 'url', 'description', 'status'] as const
const flags = ['route', 'hidden', 'keepAlive', 'alwaysShow', 'internalOrExternal'] as const

/** Clients of the API family send components as paths of their own files. */
const cleanComponent = (path: string): string =>
  path
    .replace(/^\/+/, '')
    .replace(/^(src\/)?views\//, '')
    .replace(/\.vue$/, '')

const cleanUrl = (url: string): string =>
  url === '' || url.startsWith('/') || /^(https?:\/\/|\{\{)/.test(url) ? url : `/${url}`

/** The columns that an input sets; missing fields stay unchanged. */
function columnsOf(input: Given, { locale }: CallContext) {
  const given = Object.fromEntries(
    [...texts, ...flags]
      .filter((field) => input[field] !== undefined && input[field] !== null)
      .map((field) => [field, input[field]]),
  ) as Partial<Record<(typeof texts)[number], string> & Record<(typeof flags)[number], boolean>>
  if (given.component !== undefined) given.component = cleanComponent(given.component)
  if (given.url !== undefined) given.url = cleanUrl(given.url)
  return {
    ...(given as object),
    ...(input.name !== undefined && { [locale === 'en' ? 'nameEn' : 'nameZh']: input.name }),
    ...(input.parentId !== undefined && { parentId: input.parentId || null }),
    ...(input.redirect !== undefined && { redirect: input.redirect || null }),
    ...(input.sortNo !== undefined && { sortNo: input.sortNo ?? 0 }),
    ...(input.menuType !== undefined && { menuType: input.menuType }),
  }
}

/** Menus, buttons and their data rules; they are the same for all stores, so only the platform changes them. */
export const permissionsService = ({ clock, registry }: Pick<Deps, 'clock' | 'registry'>) => ({
  add: (input: z.output<typeof PermissionAdd>, ctx: CallContext) =>
    ctx.tx(async (trx) => {
      platformOnly(ctx.user)
      const group = input.menuType === 0 && !input.component
      const row = {
        id: newId(),
        nameZh: input.name,
        nameEn: input.name,
        redirect: null,
        parentId: null,
        ...columnsOf(group ? { ...input, component: 'layouts/RouteView' } : input, ctx),
        menuType: input.menuType,
        ...created(ctx, clock()),
      }
      complete(row)
      if (row.parentId) await exists(trx, row.parentId)
      await trx.insertInto('permission').values(row).execute()
      ctx.touched({ id: row.id, after: row })
    }),

  edit: ({ id, ...input }: z.output<typeof PermissionEdit>, ctx: CallContext) =>
    ctx.tx(async (trx) => {
      platformOnly(ctx.user)
      const before = await exists(trx, id)
      const columns = columnsOf(input, ctx)
      if (Object.keys(columns).length === 0) return
      const after = { ...before, ...columns }
      complete(after)
      if (before.id === before.perms && after.perms !== before.perms) throw new AppError('permissions.builtIn')
      if (after.parentId !== before.parentId) await notBelowItself(trx, id, after.parentId)
      const stamp = updated(ctx, clock())
      await trx
        .updateTable('permission')
        .set({ ...columns, ...stamp })
        .where('id', '=', id)
        .execute()
      ctx.touched({ id, before, after })
    }),

  remove: (ids: readonly string[], ctx: CallContext) =>
    ctx.tx(async (trx) => {
      platformOnly(ctx.user)
      if (ids.length === 0) throw new AppError('common.selectionRequired')
      for (const id of new Set(ids)) {
        const doomed = await withDescendants(trx, id)
        // A built-in entry would be added again at the next start, without its grants.
        if (doomed.some((row) => row.id === row.perms || row.id.startsWith('menu-')))
          throw new AppError('permissions.builtIn')
        await trx.deleteFrom('permission').where('id', '=', id).execute()
        for (const before of doomed) ctx.touched({ id: before.id, before })
      }
    }),

  rules: (permissionId: string, ctx: CallContext, name = '', value = ''): Promise<DataRule[]> =>
    ctx.tx(async (trx) => {
      const rows = await trx
        .selectFrom('permissionRule')
        .selectAll()
        .where('permissionId', 'in', [permissionId, ...listsOf(registry, permissionId)])
        .orderBy('id')
        .execute()
      const found = rows.filter(({ ruleName, ruleValue }) => ruleName.includes(name) && ruleValue.includes(value))
      return found.map(toDataRule)
    }),

  addRule: (input: RuleInput, ctx: CallContext) =>
    ctx.tx(async (trx) => {
      platformOnly(ctx.user)
      await exists(trx, input.permissionId)
      const permissionId = listWith(registry, input)
      const row = { ...input, permissionId, id: newId(), status: input.status ?? '1', ...created(ctx, clock()) }
      await trx.insertInto('permissionRule').values(row).execute()
      ctx.touched({ id: row.id, after: row })
    }),

  editRule: ({ id, ...input }: Partial<RuleInput> & { id: string }, ctx: CallContext) =>
    ctx.tx(async (trx) => {
      platformOnly(ctx.user)
      const before = await trx.selectFrom('permissionRule').selectAll().where('id', '=', id).executeTakeFirst()
      if (!before) throw new AppError('common.recordNotFound')
      const { permissionId: _, status, ...changes } = input
      const after = { ...before, ...changes, status: status ?? before.status }
      listWith(registry, after)
      const { createdAt: __, ...columns } = { ...after, ...updated(ctx, clock()) }
      await trx.updateTable('permissionRule').set(columns).where('id', '=', id).execute()
      ctx.touched({ id, before, after })
    }),

  removeRule: (id: string, ctx: CallContext) =>
    ctx.tx(async (trx) => {
      platformOnly(ctx.user)
      const before = await trx.deleteFrom('permissionRule').where('id', '=', id).returningAll().executeTakeFirst()
      if (!before) throw new AppError('common.recordNotFound')
      ctx.touched({ id, before })
    }),
})

function complete(row: { menuType: number; perms?: string; component?: string; url?: string }): void {
  if (row.menuType === 2 && !row.perms) throw new AppError('permissions.incomplete', { field: 'perms' })
  if (row.menuType !== 2 && !row.component) throw new AppError('permissions.incomplete', { field: 'component' })
  if (row.menuType !== 2 && !row.url) throw new AppError('permissions.incomplete', { field: 'url' })
}

/** The list that a rule narrows: that of its permission, or that of the page which clients of the API family attach it to. */
function listWith(
  registry: Deps['registry'],
  { permissionId, ruleColumn }: Pick<RuleInput, 'permissionId' | 'ruleColumn'>,
) {
  const list = listsOf(registry, permissionId).find((id) => {
    const fields = Object.keys(registry.ruledLists.get(id) ?? {})
    return fields.includes(fieldNamed(fields, ruleColumn))
  })
  if (!list) throw new AppError('permissions.unknownColumn', { field: 'ruleColumn', column: ruleColumn })
  return list
}

async function exists(trx: Transaction, id: string) {
  const row = await trx.selectFrom('permission').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('common.recordNotFound')
  return row
}

async function withDescendants(trx: Transaction, id: string) {
  const rows = await trx.selectFrom('permission').selectAll().execute()
  const found = rows.filter((row) => row.id === id)
  if (found.length === 0) throw new AppError('common.recordNotFound')
  for (const row of found) found.push(...rows.filter(({ parentId }) => parentId === row.id))
  return found
}

/** Serializes moves: two concurrent moves of entries below each other would otherwise both see no cycle. */
async function notBelowItself(trx: Transaction, id: string, parentId: string | null): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('permission'))`.execute(trx)
  if (!parentId) return
  await exists(trx, parentId)
  const below = await withDescendants(trx, id)
  if (below.some((row) => row.id === parentId)) throw new AppError('permissions.cycle', { field: 'parentId' })
}
