import { z } from 'zod'
import { crudRoutes } from '#shared/core/crud.ts'
import { excelRoutes } from '#shared/core/excel.ts'
import { route } from '#shared/core/route.ts'
import { exact } from '#shared/core/text.ts'
import { PrintOrdered } from '#shared/features/printing/print-ordered.schema.ts'
import {
  cloakroomItemResource,
  FeePaid,
  ItemEdit,
  PayInput,
  RefuseInput,
  SaveInput,
  SlipCode,
  StoredItem,
  WithoutSlipInput,
} from './cloakroom-items.schema.ts'

const { path } = cloakroomItemResource
const { list, queryById } = crudRoutes(cloakroomItemResource)
const labels = {
  ...cloakroomItemResource.labels,
  code: 'cloakroom.code',
  consumePayMode: 'orders.payMode',
  received: 'ticket.received',
  cashierId: 'records.cashier',
  terminalId: 'records.terminal',
  phoneEnd: 'cloakroom.phoneEnd',
  confirmerId: 'cloakroom.confirmer',
  password: 'cloakroom.confirmerPassword',
} as const

/** What guests leave at the counter: storing, refusing, and taking out by the slip or without it. */
export const cloakroomItems = {
  list,
  queryById,
  exportXls: excelRoutes(cloakroomItemResource).exportXls,
  save: route({
    labels,
    method: 'POST',
    path: `${path}/save`,
    summary: 'Stores a thing in a free place and prints its slip; the key becomes its id',
    access: 'cloakroomitem:add',
    body: SaveInput,
    result: PrintOrdered.extend({
      id: z.uuid(),
      /** The code of the slip, for a guest who photographs it. */
      code: z.string(),
    }),
    message: 'message.cloakroom.saved',
    idempotent: {},
  }),
  refuse: route({
    labels,
    method: 'POST',
    path: `${path}/refuse`,
    summary: 'Records that a thing was not accepted, with the reason; the key becomes the id of the record',
    access: 'cloakroomitem:add',
    body: RefuseInput,
    result: z.null(),
    message: 'message.cloakroom.rejected',
    idempotent: {},
  }),
  edit: route({
    labels,
    method: ['PUT', 'POST'],
    path: `${path}/edit`,
    summary: 'Moves a stored thing, or corrects its guest; fields that are not sent stay',
    access: 'cloakroomitem:edit',
    body: ItemEdit,
    result: z.null(),
    message: 'message.updated',
  }),
  printSlip: route({
    labels,
    method: 'POST',
    path: `${path}/printSlip`,
    summary:
      'Prints the slip again, as a copy; later than ten minutes after storing it needs `cloakroomitem:printLate`',
    access: 'cloakroomitem:print',
    body: z.object({ id: z.uuid(), printId: exact(64).default('') }),
    result: PrintOrdered,
    message: 'message.cloakroom.printed',
    idempotent: {},
  }),
  photo: route({
    method: 'GET',
    path: `${path}/photo`,
    summary: 'The picture of a thing as a `data:` URL; empty where there is none any more',
    access: 'cloakroomitem:list',
    query: z.object({ id: z.uuid() }),
    result: z.object({ image: z.string() }),
  }),
  find: route({
    labels,
    method: 'POST',
    path: `${path}/find`,
    summary: 'The stored thing of a slip; changes nothing. Wrong codes are limited for each user',
    access: 'cloakroomitem:takeOut',
    body: z.object({ code: SlipCode }),
    result: StoredItem,
    audited: false,
  }),
  quote: route({
    labels,
    method: 'GET',
    path: `${path}/quote`,
    summary: 'A stored thing with the fee that is due now',
    access: 'cloakroomitem:takeOut',
    query: z.object({ id: z.uuid() }),
    result: StoredItem,
  }),
  pay: route({
    labels,
    method: 'POST',
    path: `${path}/pay`,
    summary:
      'Pays the fee as a product of an order, whose id is the key; by cash or balance the thing of a slip is handed out as well',
    access: 'cloakroomitem:pay',
    body: PayInput,
    result: FeePaid,
    // Secrets, of which no hash is stored.
    idempotent: { exceptFields: ['password', 'payCode'] },
  }),
  takeOut: route({
    labels,
    method: 'POST',
    path: `${path}/takeOut`,
    summary: 'Hands out the thing of a slip for which nothing is due, once',
    access: 'cloakroomitem:takeOut',
    body: z.object({ code: SlipCode }),
    result: z.object({ id: z.uuid() }),
    message: 'message.cloakroom.takenOut',
    idempotent: {},
  }),
  confirmers: route({
    method: 'GET',
    path: `${path}/confirmers`,
    summary: 'The users who may confirm that a thing is handed out without its slip, except the caller',
    access: 'cloakroomitem:takeOut',
    result: z.array(z.object({ id: z.uuid(), realname: z.string() })),
  }),
  takeOutWithoutSlip: route({
    labels,
    method: 'POST',
    path: `${path}/takeOutWithoutSlip`,
    summary: 'Hands out a thing without its slip: by the identity of the recipient and the password of a second user',
    access: 'cloakroomitem:takeOut',
    body: WithoutSlipInput,
    result: z.object({ id: z.uuid() }),
    message: 'message.cloakroom.takenOut',
    idempotent: { exceptFields: ['password'] },
  }),
}
