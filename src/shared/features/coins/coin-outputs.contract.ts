import { z } from 'zod'
import { listQueryOf } from '#shared/core/crud.ts'
import { pageOf } from '#shared/core/envelope.ts'
import { excelRoutes } from '#shared/core/excel.ts'
import { route, textFilter } from '#shared/core/route.ts'
import { CoinMachine, CoinOutput, CoinSale, CoinSaleResult, coinOutputResource } from './coin-outputs.schema.ts'

const { path } = coinOutputResource
const labels = {
  ...coinOutputResource.labels,
  times: 'coins.times',
  count: 'coins.count',
  payCode: 'coins.payCode',
  cashierId: 'coins.cashier',
  password: 'exchange.password',
  staffName: 'statistics.by.cashier',
} as const
/** Name of the chosen cashier, else of the signed-in user. */
const staff = { staffName: textFilter() }

/** Coins that machines count out for guests. */
export const coinOutputs = {
  machines: route({
    labels,
    method: 'GET',
    path: '/coin/sysCoinMachine/list',
    summary: 'The coin machines of the stores in scope, with what they report of themselves',
    access: 'coinoutput:sell',
    lane: 'counter',
    query: z.object({ sysOrgCode: textFilter() }),
    result: z.array(CoinMachine).max(200),
  }),
  add: route({
    labels,
    method: 'POST',
    path: `${path}/add`,
    summary:
      'Sells coins that a machine counts out; what it has not counted out after 60 s is given back. The message holds the id',
    access: 'coinoutput:sell',
    body: CoinSale,
    result: CoinSaleResult,
    idempotent: { exceptFields: ['password', 'payCode'] },
  }),
  list: route({
    labels,
    method: 'GET',
    path: `${path}/list`,
    summary: 'A page of coin outputs of the stores in scope, newest first',
    access: 'coinoutput:list',
    query: listQueryOf(coinOutputResource).extend(staff),
    result: pageOf(CoinOutput),
  }),
  queryById: route({
    method: 'GET',
    path: `${path}/queryById`,
    summary: 'One coin output',
    access: 'coinoutput:list',
    query: z.object({ id: z.uuid() }),
    result: CoinOutput,
  }),
  exportXls: excelRoutes(coinOutputResource, staff).exportXls,
}
