import { z } from 'zod'
import { entity, listedRow, listQueryOf, resource } from '#shared/core/crud.ts'
import { pageOf } from '#shared/core/envelope.ts'
import { excelRoutes, type Sheet } from '#shared/core/excel.ts'
import { type FieldMarks, fieldsOf, sheetColumnsOf } from '#shared/core/fields.ts'
import { route } from '#shared/core/route.ts'
import { exact, line } from '#shared/core/text.ts'
import { MAX_COINS } from './coin-outputs.schema.ts'

/** Coins that a member gives back, as counted or weighed by the cashier. */
export const CoinReturnInput = z.object({
  userId: exact(32, 1),
  coins: z.number().int().min(1).max(MAX_COINS),
  remark: line(200).default(''),
})
export type CoinReturnInput = z.output<typeof CoinReturnInput>

const marks = {
  createTime: { kind: 'time', label: 'coins.createTime', sort: true, sheet: true },
  userId: { kind: 'text', label: 'coins.member', sheet: true },
  coins: { kind: 'number', label: 'coins.returned', sheet: true },
  operatorName: { kind: 'text', label: 'coins.operator', sheet: true },
  terminalName: { kind: 'text', label: 'coins.terminal', sheet: true },
  remark: { kind: 'text', label: 'coins.remark', sheet: true },
  id: { kind: 'id', label: 'coins.id', sheet: true },
  sysOrgCode: { kind: 'text', label: 'records.store' },
} as const satisfies FieldMarks

export const coinReturnResource = resource({
  path: '/coin/sysCoinReturn',
  permission: 'coinreturn',
  noun: 'returned coins',
  entity: entity(
    z.object({
      sysOrgCode: z.string(),
      sysOrgCode_dictText: z.string().nullable(),
      userId: z.string(),
      coins: z.number().int(),
      operatorName: z.string(),
      terminalName: z.string(),
      remark: z.string(),
    }),
  ).omit({ createBy: true, updateBy: true, updateTime: true }),
  create: CoinReturnInput,
  update: z.object({}),
  ...fieldsOf(marks),
})

export const coinReturnSheet: Sheet = { title: 'sheet.coinReturn', columns: sheetColumnsOf(marks) }

const CoinReturn = listedRow(coinReturnResource.entity, coinReturnResource.dict)
const { path, labels } = coinReturnResource

/** Coins that members give back, into their wallets. */
export const coinReturns = {
  add: route({
    labels,
    method: 'POST',
    path: `${path}/add`,
    summary: 'Adds coins that a member gives back to the wallet of coins; the message holds the id',
    access: 'coinreturn:add',
    body: CoinReturnInput,
    result: z.object({ id: z.uuid(), before: z.number().int(), after: z.number().int() }),
    idempotent: {},
  }),
  list: route({
    labels,
    method: 'GET',
    path: `${path}/list`,
    summary: 'A page of returned coins of the stores in scope, newest first',
    access: 'coinreturn:list',
    query: listQueryOf(coinReturnResource),
    result: pageOf(CoinReturn),
  }),
  exportXls: excelRoutes(coinReturnResource).exportXls,
}
