import { z } from 'zod'
import { crudRoutes, entity, RecordId, RecordIds, resource } from '#shared/core/crud.ts'
import { pageOf } from '#shared/core/envelope.ts'
import { excelRoutes, type Sheet } from '#shared/core/excel.ts'
import { joined, onScreen, route } from '#shared/core/route.ts'
import { exact, line } from '#shared/core/text.ts'
import { DictItem } from '#shared/features/access/access.schema.ts'

const Name = line(100, 1)
/** Id of a node; `0` is the parent of all roots. */
const ParentId = z.union([z.literal('0'), z.uuid()])
const Code = exact(64)

export const Category = entity(
  z.object({ pid: z.string(), name: z.string(), code: z.string(), hasChild: z.enum(['0', '1']) }),
)
export type Category = z.infer<typeof Category>

const categoryResource = resource({
  path: '/sys/category',
  permission: 'category',
  noun: 'categories',
  entity: Category,
  /** The code is derived from the position in the tree. */
  create: z.object({ name: Name, pid: ParentId.default('0') }),
  update: z.object({ name: Name }),
  filter: { name: 'text', code: 'text', createTime: 'time' },
  sort: ['createTime', 'code', 'name'],
  order: { column: 'code', order: 'asc' },
  dict: {},
})
export const categoryFields = categoryResource.filter

/** A row of a workbook: the parent by code or name, empty for a root. Without a code, it is derived from the position. */
export const CategoryImport = z.object({ name: Name, parent: line(100).nullish(), code: Code.nullish() })

export const categorySheet: Sheet = {
  title: 'sheet.category',
  columns: { parent: 'category.parent', name: 'category.name', code: 'category.code' },
}

export const TreeOption = z.object({
  key: z.string(),
  value: z.string(),
  title: z.string(),
  code: z.string(),
  parentId: z.string(),
  leaf: z.boolean(),
  icon: z.string().nullable(),
  get children() {
    return z.array(TreeOption).nullable()
  },
})
export type TreeOption = z.infer<typeof TreeOption>

const { list, ...crud } = crudRoutes(categoryResource)
const tree = { method: 'GET', access: 'signedIn' } as const

/** Categories: a tree shared by all stores, for pickers (`api-family 5`). */
export const categories = onScreen('category', {
  ...crud,
  ...excelRoutes(categoryResource),
  rootList: { ...list, path: '/sys/category/rootList' as const },
  childList: route({
    method: 'GET',
    path: '/sys/category/childList',
    summary: 'The direct children of a category',
    access: 'category:list',
    query: z.object({ pid: ParentId }),
    result: z.array(Category),
  }),
  getChildListBatch: route({
    method: 'GET',
    path: '/sys/category/getChildListBatch',
    summary: 'The direct children of several categories, as one page',
    access: 'category:list',
    query: z.object({ parentIds: joined.pipe(z.array(ParentId).min(1).max(500)) }),
    result: pageOf(Category),
  }),
  loadTreeRoot: route({
    ...tree,
    path: '/sys/category/loadTreeRoot',
    summary: 'The options below a code, with all their children unless async is true',
    query: z.object({ async: exact(8).optional(), pcode: Code.optional() }),
    result: z.array(TreeOption),
  }),
  loadTreeChildren: route({
    ...tree,
    path: '/sys/category/loadTreeChildren',
    summary: 'The direct child options of a category',
    query: z.object({ pid: ParentId }),
    result: z.array(TreeOption),
  }),
  loadTreeData: route({
    ...tree,
    path: '/sys/category/loadTreeData',
    summary: 'The direct child options of an id or code; the family’s SQL condition is ignored',
    query: z.object({ pid: ParentId.optional(), pcode: Code.optional() }),
    result: z.array(TreeOption),
  }),
  loadDictItem: route({
    ...tree,
    path: '/sys/category/loadDictItem',
    summary: 'The names of the given categories, in the given order',
    query: z.object({ ids: RecordIds }),
    result: z.array(z.string()),
  }),
  loadAllData: route({
    ...tree,
    path: '/sys/category/loadAllData',
    summary: 'All descendants of a code as a flat list',
    query: z.object({ code: Code.optional() }),
    result: z.array(DictItem),
  }),
  loadOne: route({
    ...tree,
    path: '/sys/category/loadOne',
    summary: 'The category with this id, code or name',
    query: z.object({ field: z.enum(['id', 'code', 'name']), val: exact(100) }),
    result: Category,
  }),
  checkCode: route({
    ...tree,
    path: '/sys/category/checkCode',
    summary: 'Whether a code is valid below a category',
    query: z.object({ pid: RecordId.optional(), code: Code.optional() }),
    result: z.null(),
  }),
})
