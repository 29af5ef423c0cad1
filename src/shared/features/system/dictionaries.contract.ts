import { z } from 'zod'
import { crudRoutes, entity, RecordId, RecordIds, resource } from '#shared/core/crud.ts'
import { excelRoutes, type Sheet } from '#shared/core/excel.ts'
import { onScreen, route, textFilter } from '#shared/core/route.ts'
import { exact, line, wrong } from '#shared/core/text.ts'
import { DictItem } from '#shared/features/access/access.schema.ts'
import { TreeOption } from './categories.contract.ts'

const Name = line(100, 1)
/** Clients of the API family send null for an absent value. */
const Description = line(200)
  .nullable()
  .transform((text) => text ?? '')
/** A table with its text column and its value column. */
const TableCode = exact(200)
const DictType = z.union([z.literal(0), z.literal(1)])
const DictCode = z.string().regex(/^[a-zA-Z0-9_]{1,64}$/, wrong('input.word'))

/** Names of a dictionary in both languages; `dictName` is the one in the caller's language. */
const dictNames = z.object({ dictName: Name, nameZh: Name, nameEn: Name })

export const dictResource = resource({
  path: '/sys/dict',
  permission: 'dict',
  noun: 'dictionaries',
  entity: entity(dictNames.extend({ dictCode: z.string(), description: z.string(), type: z.number().int() })),
  create: dictNames
    .partial({ nameZh: true, nameEn: true })
    .extend({ dictCode: DictCode, description: Description.optional(), type: DictType.optional() }),
  /** The code is immutable: contracts and screens refer to it. */
  update: dictNames.extend({ description: Description, type: DictType }),
  filter: { id: 'text', dictName: 'text', dictCode: 'text', description: 'text', createTime: 'time' },
  sort: ['createTime', 'dictName', 'dictCode'],
  dict: {},
  messages: { added: 'message.dict.saved', updated: 'message.dict.edited' },
})

const DeletedDict = dictResource.entity

/** Dictionaries with their recycle bin, and the lookups of all clients (`api-family 5`). */
export const dictionaries = onScreen('dictionary', {
  ...crudRoutes(dictResource),
  ...excelRoutes(dictResource),
  treeList: route({
    method: 'GET',
    path: '/sys/dict/treeList',
    summary: 'All dictionaries as the nodes of a tree with one level',
    access: 'dict:list',
    query: z.object({ id: textFilter(64), dictName: textFilter(), dictCode: textFilter(64) }),
    result: z.array(
      dictResource.entity.extend({
        key: z.string(),
        title: z.string(),
        isLeaf: z.literal(true),
        delFlag: z.literal(0),
      }),
    ),
  }),
  deleteList: route({
    method: 'GET',
    path: '/sys/dict/deleteList',
    summary: 'The dictionaries in the recycle bin',
    access: 'dict:delete',
    result: z.array(DeletedDict),
  }),
  back: route({
    method: 'PUT',
    path: '/sys/dict/back/:id',
    summary: 'Restores a dictionary from the recycle bin',
    access: 'dict:delete',
    params: z.object({ id: RecordId }),
    result: z.null(),
  }),
  deletePermanently: route({
    method: 'DELETE',
    path: '/sys/dict/deletePhysic/:id',
    summary: 'Deletes a dictionary in the recycle bin permanently, with its items',
    access: 'dict:delete',
    params: z.object({ id: RecordId }),
    result: z.null(),
    message: 'message.deleted',
  }),
  queryAllDictItems: route({
    method: 'GET',
    path: '/sys/dict/queryAllDictItems',
    summary: "The active items of all dictionaries in the caller's language",
    access: 'signedIn',
    result: z.record(z.string(), z.array(DictItem)),
    code: 200,
  }),
  getDictText: route({
    method: 'GET',
    path: '/sys/dict/getDictText/:code/:key',
    summary: 'The text of a value, or null',
    access: 'signedIn',
    params: z.object({ code: DictCode, key: exact(100) }),
    result: z.string().nullable(),
  }),
  loadDict: route({
    method: 'GET',
    path: '/sys/dict/loadDict/:code',
    summary: 'The first items of an allowed table whose text contains the keyword; the code is `table,text,code`',
    access: 'signedIn',
    params: z.object({ code: TableCode }),
    query: z.object({ keyword: line(100).optional() }),
    result: z.array(DictItem),
  }),
  loadDictItem: route({
    method: 'GET',
    path: '/sys/dict/loadDictItem/:code',
    summary: 'The texts of the given values of an allowed table, in the given order',
    access: 'signedIn',
    params: z.object({ code: TableCode }),
    query: z.object({ key: RecordIds }),
    result: z.array(z.string()),
  }),
  loadTreeData: route({
    method: 'GET',
    path: '/sys/dict/loadTreeData',
    summary: 'One level of an allowed tree table: the children of `pid`, or the top level',
    access: 'signedIn',
    query: z.object({
      tableName: exact(64),
      /** Table, text column and value column: `table,text,code`. */
      text: exact(64),
      code: exact(64),
      /** A value of the column `code`. */
      pid: exact(64).default('0'),
      /** The table's only key column; clients send it. */
      pidField: exact(64).optional(),
      /** Required column values, as a JSON object. */
      condition: exact(1000).optional(),
    }),
    result: z.array(TreeOption),
  }),
  refreshCache: route({
    method: 'GET',
    path: '/sys/dict/refleshCache',
    summary: 'Reloads the dictionary caches of all server instances; platform administrators only (spec §6)',
    access: 'signedIn',
    result: z.null(),
  }),
})

const itemTexts = z.object({ itemText: Name, textZh: Name, textEn: Name })
const itemFields = z.object({
  itemValue: line(100, 1),
  description: Description,
  sortOrder: z.number().int().min(0).max(100_000),
  /** 1 in use, 0 retired. */
  status: z.union([z.literal(0), z.literal(1)]),
})

export const dictItemResource = resource({
  path: '/sys/dictItem',
  permission: 'dict',
  noun: 'dictionary items',
  entity: entity(itemTexts.extend({ ...itemFields.shape, description: z.string(), dictId: z.string() })),
  create: itemTexts
    .partial({ textZh: true, textEn: true })
    .extend({ ...itemFields.partial({ description: true, sortOrder: true, status: true }).shape, dictId: RecordId }),
  update: itemTexts.extend(itemFields.shape),
  filter: {
    id: 'text',
    dictId: 'text',
    itemText: 'text',
    itemValue: 'text',
    description: 'text',
    sortOrder: 'number',
    status: 'number',
    createTime: 'time',
  },
  sort: ['sortOrder', 'itemText', 'itemValue', 'createTime'],
  order: { column: 'sortOrder', order: 'asc' },
  dict: { status: 'dict_item_status' },
  messages: { added: 'message.dict.saved', updated: 'message.dict.edited' },
})

/** A row of a workbook: a dictionary and one of its items, or a dictionary without items. */
export const DictImport = dictResource.create
  .extend({
    itemText: line(100).nullish(),
    itemValue: line(100).nullish(),
    sortOrder: z.coerce.number().pipe(itemFields.shape.sortOrder).optional(),
    status: z.coerce.number().pipe(itemFields.shape.status).optional(),
  })
  .superRefine(({ itemText, itemValue }, ctx) => {
    const isWhole = Boolean(itemText) === Boolean(itemValue)
    if (!isWhole)
      ctx.addIssue({ code: 'custom', path: [itemText ? 'itemValue' : 'itemText'], ...wrong('input.missing') })
  })

export const dictSheet: Sheet = {
  title: 'menu.dicts',
  columns: {
    dictName: 'dictionary.name',
    dictCode: 'dictionary.code',
    description: 'field.dictionary.description',
    itemText: 'sheet.dict.itemText',
    itemValue: 'sheet.dict.itemValue',
    sortOrder: 'sheet.dict.sortOrder',
    status: 'sheet.dict.status',
  },
}

export const dictItems = onScreen('dictionary', {
  ...crudRoutes(dictItemResource),
  dictItemCheck: route({
    method: 'GET',
    path: '/sys/dictItem/dictItemCheck',
    summary: 'Whether a value is free in a dictionary; if taken, success is false',
    access: 'dict:list',
    query: z.object({
      dictId: exact(64),
      itemValue: line(100),
      /** Id of the edited item, whose own value is no duplicate. */
      id: exact(128).optional(),
    }),
    result: z.null(),
    message: 'message.duplicate.free',
    code: 200,
  }),
})
