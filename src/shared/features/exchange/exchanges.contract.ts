import { z } from 'zod'
import { listQueryOf } from '#shared/core/crud.ts'
import { pageOf } from '#shared/core/envelope.ts'
import { excelRoutes } from '#shared/core/excel.ts'
import { route } from '#shared/core/route.ts'
import { exact, line } from '#shared/core/text.ts'
import {
  ExchangeInput,
  ExchangeOptions,
  ExchangePlan,
  ExchangePlanInput,
  ExchangeRecord,
  ExchangeResult,
  exchangeResource,
} from './exchanges.schema.ts'

const { path } = exchangeResource
const labels = { ...exchangeResource.labels, password: 'exchange.password', rateId: 'exchange.rate' } as const

/** Exchanges between wallets of a member. */
export const exchanges = {
  options: route({
    labels,
    method: 'GET',
    path: `${path}/options`,
    summary: 'The rates in use at the store of a member, with what the member can exchange now',
    access: 'exchange:add',
    lane: 'counter',
    query: z.object({ userId: exact(32, 1) }),
    result: ExchangeOptions,
  }),
  preview: route({
    labels,
    method: 'GET',
    path: `${path}/preview`,
    summary: 'What an exchange would take and add now, or why it would be refused',
    access: 'exchange:add',
    lane: 'counter',
    query: ExchangePlanInput,
    result: ExchangePlan,
  }),
  add: route({
    labels,
    method: 'POST',
    path: `${path}/add`,
    summary:
      'Exchanges value of a member at a rate, by the limits of the rate; the message contains the id of the exchange',
    access: 'exchange:add',
    body: ExchangeInput,
    result: ExchangeResult,
    idempotent: { exceptFields: ['password'] },
  }),
  reverse: route({
    labels,
    method: 'POST',
    path: `${path}/reverse`,
    summary: 'Reverses an exchange once, if all that it added is still there; the value returns to where it came from',
    access: 'exchange:reverse',
    body: z.object({ id: z.uuid(), reason: line(200, 1) }),
    result: z.null(),
    message: 'message.exchange.reversed',
    idempotent: {},
  }),
  list: route({
    labels,
    method: 'GET',
    path: `${path}/list`,
    summary: 'A page of exchanges of the stores in scope, newest first',
    access: 'exchange:list',
    query: listQueryOf(exchangeResource),
    result: pageOf(ExchangeRecord),
  }),
  queryById: route({
    method: 'GET',
    path: `${path}/queryById`,
    summary: 'One exchange',
    access: 'exchange:list',
    query: z.object({ id: z.uuid() }),
    result: ExchangeRecord,
  }),
  exportXls: excelRoutes(exchangeResource).exportXls,
}
