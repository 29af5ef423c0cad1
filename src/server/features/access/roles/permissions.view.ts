import type { Selectable } from 'kysely'
import type { CallContext } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'
import { stampsOf } from '#server/features/access/entities.view.ts'
import { permissionIsSeen } from '#server/features/access/rights.service.ts'
import type { PermissionNode, TreeModel } from '#shared/features/access/permissions.contract.ts'
import type { Locale } from '#shared/i18n/catalogue.ts'

type Row = Selectable<Tables['permission']>

/** All menus and buttons in order, with the data of their views. */
export interface Catalogue {
  rows: readonly Row[]
  /** Ids of the entries with data rules. */
  ruled: ReadonlySet<string>
  locale: Locale
}

export async function readCatalogue(
  trx: Transaction,
  { user, locale }: Pick<CallContext, 'user' | 'locale'>,
): Promise<Catalogue> {
  const all = trx.selectFrom('permission').selectAll().where(permissionIsSeen(user))
  const rows = await all.orderBy('sortNo').orderBy('id').execute()
  const rules = await trx.selectFrom('permissionRule').select('permissionId').distinct().execute()
  const ruled = new Set(rules.map(({ permissionId }) => permissionId))
  // Clients of the API family expect the rules of a list at its page.
  for (const { id, parentId } of rows) if (ruled.has(id) && parentId) ruled.add(parentId)
  return { rows, ruled, locale }
}

export const nameOf = (row: Pick<Row, 'nameZh' | 'nameEn'>, locale: Locale): string =>
  locale === 'en' ? row.nameEn : row.nameZh

/** One entry. If it has children, `children` is an empty array, so that clients offer to expand it. */
export function toNode({ rows, ruled, locale }: Catalogue, row: Row): PermissionNode {
  const { nameZh: _, nameEn: __, ...fields } = row
  const isLeaf = !rows.some(({ parentId }) => parentId === row.id)
  const name = nameOf(row, locale)
  return {
    ...fields,
    ...stampsOf(row),
    name,
    title: name,
    key: row.id,
    leaf: isLeaf,
    isLeaf,
    ruleFlag: ruled.has(row.id) ? 1 : 0,
    delFlag: 0,
    ...(isLeaf ? {} : { children: [] }),
  }
}

/** The children of an entry, or the top level. */
export const nodesOf = (catalogue: Catalogue, parentId: string | null): PermissionNode[] =>
  catalogue.rows.filter((row) => row.parentId === parentId).map((row) => toNode(catalogue, row))

/** The whole tree; leaves have no `children` at all. */
export const treeOf = (catalogue: Catalogue, parentId: string | null = null): PermissionNode[] =>
  nodesOf(catalogue, parentId).map((node) => (node.isLeaf ? node : { ...node, children: treeOf(catalogue, node.id) }))

/** The tree for pickers: the matching entries and their ancestors. */
export function pickTree(catalogue: Catalogue, fits: (row: Row) => boolean): { treeList: TreeModel[]; ids: string[] } {
  const ids: string[] = []
  const below = (parentId: string | null): TreeModel[] =>
    catalogue.rows
      .filter((row) => row.parentId === parentId)
      .flatMap((row) => {
        const at = ids.push(row.id) - 1
        const children = below(row.id)
        if (children.length === 0 && !fits(row)) {
          ids.splice(at, 1)
          return []
        }
        return [toModel(catalogue, row, children)]
      })
  return { treeList: below(null), ids }
}

/** One level of the whole tree, without deeper ones. */
export const levelOf = (catalogue: Catalogue, parentId: string | null): TreeModel[] =>
  catalogue.rows
    .filter((row) => row.parentId === parentId)
    .map((row) => {
      const isLeaf = !catalogue.rows.some((one) => one.parentId === row.id)
      return { ...toModel(catalogue, row, []), isLeaf }
    })

/** The tree for granting to roles: in the API family its title is empty, and `slotTitle` is shown with the rules. */
export const grantTree = (...given: Parameters<typeof pickTree>): ReturnType<typeof pickTree> => {
  const untitled = (node: TreeModel): TreeModel => ({ ...node, title: null, children: node.children.map(untitled) })
  const { treeList, ids } = pickTree(...given)
  return { treeList: treeList.map(untitled), ids }
}

function toModel({ ruled, locale }: Catalogue, row: Row, children: TreeModel[]): TreeModel {
  const name = nameOf(row, locale)
  const flag = ruled.has(row.id) ? 1 : 0
  return {
    key: row.id,
    value: row.id,
    title: name,
    slotTitle: name,
    label: name,
    icon: row.icon,
    parentId: row.parentId,
    isLeaf: children.length === 0,
    ruleFlag: flag,
    scopedSlots: { title: 'hasDatarule' },
    children,
  }
}
