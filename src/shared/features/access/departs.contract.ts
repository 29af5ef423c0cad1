import { z } from 'zod'
import { entity, type Fields, listFilters } from '#shared/core/crud.ts'
import { pageOf } from '#shared/core/envelope.ts'
import { excelRoutes } from '#shared/core/excel.ts'
import { familyField } from '#shared/core/family-names.ts'
import { idList, joinedOrNone, listQuery, onScreen, route } from '#shared/core/route.ts'
import { exact, line, wrong } from '#shared/core/text.ts'
import { YesNo } from '#shared/core/yes-no.ts'

const text = (max: number) => line(max).nullish()
/** Which part of a member's balance is spent first: paid, gift, or both in proportion. */
export const ChargeOrder = z.enum(['paidFirst', 'giftFirst', 'proportional'])
/** A chain or a store: the family's SysDepart (`api-family 4`) with additional fields. */
export const Depart = entity(
  z.object({
    parentId: z.string().nullable(),
    orgCode: z.string(),
    departName: z.string(),
    departNameEn: z.string(),
    departNameAbbr: z.string(),
    departOrder: z.number(),
    description: z.string(),
    /** 1 company, 2 department, 3 post. */
    orgCategory: z.string(),
    /** Depth in the tree, from 1. */
    orgType: z.string(),
    mobile: z.string(),
    fax: z.string(),
    address: z.string(),
    memo: z.string(),
    status: z.string(),
    delFlag: z.literal('0'),
    /** Features that the store has bought, such as `XWHF`. */
    apps: z.array(z.string()),
    acceptsCash: familyField(YesNo),
    endTime: z.string().nullable(),
    /** Text messages that the store may still send; -1: unlimited. */
    smsCount: z.number().int(),
    /** The store's id at coupon platforms (spec §5); by default its own code. */
    externalStoreId: z.string(),
    queuePrefix: z.string(),
    timeZone: z.string(),
    dayStartHour: z.number().int(),
    /** At so many pending rides of members the store refuses another one (spec §4). */
    hungOrderLimit: z.number().int(),
    /** At so many trials on a business day the store refuses another one; -1: no limit. */
    trialLimit: z.number().int(),
    chargeOrder: ChargeOrder,
    /** Whether the counter must name a cashier. */
    cashierRequired: YesNo,
  }),
)
export type Depart = z.infer<typeof Depart>

export const DepartNode = Depart.extend({
  key: z.string(),
  value: z.string(),
  title: z.string(),
  isLeaf: z.boolean(),
  /** Null for leaves: with an empty list the family's tree would show an arrow. */
  get children() {
    return z.array(DepartNode).nullable()
  },
})
export type DepartNode = z.infer<typeof DepartNode>

export const DepartIdNode = z.object({
  key: z.string(),
  value: z.string(),
  title: z.string(),
  get children() {
    return z.array(DepartIdNode).nullable()
  },
})
export type DepartIdNode = z.infer<typeof DepartIdNode>

const fields = {
  departName: line(100, 1),
  departNameEn: text(100),
  departNameAbbr: text(100),
  departOrder: z.coerce.number().int().min(0).max(100_000).nullish(),
  description: text(500),
  orgCategory: z.enum(['1', '2', '3']).nullish(),
  mobile: text(32),
  fax: text(32),
  address: text(255),
  memo: text(500),
  externalStoreId: text(64),
  status: z.enum(['0', '1']).nullish(),
  queuePrefix: z
    .string()
    .trim()
    .regex(/^[A-Za-z]{0,2}$/)
    .nullish(),
  timeZone: exact(64).nullish(),
  dayStartHour: z.coerce.number().int().min(0).max(23).nullish(),
  hungOrderLimit: z.coerce.number().int().min(0).max(1000).nullish(),
  trialLimit: z.coerce.number().int().min(-1).max(1000).nullish(),
  chargeOrder: ChargeOrder.nullish(),
  cashierRequired: YesNo.nullish(),
}
/** What a store has bought; only the platform administrator may set it. */
const bought = {
  apps: z
    .array(z.string().regex(/^[A-Z0-9_]{1,32}$/))
    .max(50)
    .nullish(),
  acceptsCash: familyField(YesNo.nullish()),
  endTime: z
    .string()
    .regex(/^(\d{4}-\d{2}-\d{2}( \d{2}:\d{2}:\d{2})?)?$/, wrong('input.dayOrTime'))
    .nullish(),
  smsCount: z.coerce.number().int().min(-1).max(10_000_000).nullish(),
}
export const DepartAdd = z.object({ parentId: z.union([z.literal(''), z.uuid()]).nullish(), ...fields, ...bought })
export const DepartEdit = z
  .object({ id: z.uuid(), ...fields, ...bought })
  .partial()
  .required({ id: true })

/** Fields that lists of stores may be filtered by. */
export const departFilter = {
  id: 'id',
  orgCode: 'text',
  departName: 'text',
  departNameEn: 'text',
  departNameAbbr: 'text',
  orgCategory: 'text',
  mobile: 'text',
  address: 'text',
  status: 'text',
  createTime: 'time',
} as const satisfies Fields
const sort = ['createTime', 'orgCode', 'departName', 'status'] as const
const order = { column: 'orgCode', order: 'asc' } as const

const ids = joinedOrNone.pipe(z.array(z.uuid()).max(500))
const tree = z.array(DepartNode)
const idTree = z.array(DepartIdNode)

/** Chains and stores; a call sees the current store and everything below it. */
export const departs = onScreen('depart', {
  ...excelRoutes({ path: '/sys/sysDepart', permission: 'depart', noun: 'stores', sort, order, filter: departFilter }),
  queryTreeList: route({
    method: 'GET',
    path: '/sys/sysDepart/queryTreeList',
    summary: 'The store tree in scope',
    access: 'depart:list',
    result: tree,
  }),
  queryTreeListByLogin: route({
    method: 'GET',
    path: '/sys/sysDepart/queryTreeListByLogin',
    summary: 'The same, for every signed-in user',
    access: 'signedIn',
    result: tree,
  }),
  queryIdTree: route({
    method: 'GET',
    path: '/sys/sysDepart/queryIdTree',
    summary: 'The tree with ids and names only',
    access: 'depart:list',
    result: idTree,
  }),
  queryIdTree2: route({
    method: 'GET',
    path: '/sys/sysDepart/queryIdTree2',
    summary: 'The same, for every signed-in user',
    access: 'signedIn',
    result: idTree,
  }),
  searchBy: route({
    method: 'GET',
    path: '/sys/sysDepart/searchBy',
    summary: 'Stores whose name contains the word, as a flat list; fails if there are none',
    access: 'depart:list',
    query: z.object({ keyWord: line(100, 1), myDeptSearch: exact(8).optional() }),
    result: tree,
  }),
  listAll: route({
    method: 'GET',
    path: '/sys/sysDepart/listAll',
    summary: 'Stores in scope as a flat list ordered by code: those with the given ids, or all',
    access: 'depart:list',
    query: z.object({ id: ids }),
    result: z.array(Depart),
  }),
  list: route({
    method: 'GET',
    path: '/sys/sysDepart/list',
    summary: 'A page of the stores in scope',
    access: 'depart:list',
    query: listQuery(sort, listFilters(departFilter), order),
    result: pageOf(Depart),
  }),
  queryParentName: route({
    method: 'GET',
    path: '/sys/sysDepart/queryParentName',
    summary: 'The name of the parent of a store in scope; null at the top of the scope',
    access: 'depart:list',
    query: z.object({ id: z.uuid() }),
    result: z.string().nullable(),
  }),
  queryMyDeptTreeList: route({
    method: 'GET',
    path: '/sys/sysDepart/queryMyDeptTreeList',
    summary: 'The tree below the stores that the caller manages (message 2); null for other users (message 1)',
    access: 'signedIn',
    result: tree.nullable(),
  }),
  add: route({
    method: 'POST',
    path: '/sys/sysDepart/add',
    summary: 'Adds a store below one in scope; the server assigns its code',
    access: 'depart:edit',
    body: DepartAdd,
    result: z.null(),
    message: 'message.added',
  }),
  edit: route({
    method: ['PUT', 'POST'],
    path: '/sys/sysDepart/edit',
    summary: 'Changes a store; fields that are left out stay',
    access: 'depart:edit',
    body: DepartEdit,
    result: z.null(),
    message: 'message.departs.edited',
  }),
  delete: route({
    method: 'DELETE',
    path: '/sys/sysDepart/delete',
    summary: 'Deletes a store and those below it, unless one of them has users or records',
    access: 'depart:delete',
    query: z.object({ id: z.uuid() }),
    result: z.null(),
    message: 'message.deleted',
  }),
  deleteBatch: route({
    method: 'DELETE',
    path: '/sys/sysDepart/deleteBatch',
    summary: 'Deletes several, all or none',
    access: 'depart:delete',
    query: z.object({ ids: idList }),
    result: z.null(),
    message: 'message.deleted',
  }),
})
