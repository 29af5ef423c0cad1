import { z } from 'zod'
import { listQueryOf, RecordId, RecordIds } from '#shared/core/crud.ts'
import { pageOf } from '#shared/core/envelope.ts'
import { excelRoutes } from '#shared/core/excel.ts'
import { route, textFilter } from '#shared/core/route.ts'
import { exact, line } from '#shared/core/text.ts'
import {
  CardNumber,
  ConsumptionPassword,
  MemberAdd,
  MemberEdit,
  MemberPhone,
  MemberRecord,
  memberFields,
} from './member-records.schema.ts'

const PATH = '/membermanage/sysMemberManage'
const { labels, filter } = memberFields
const order = { column: 'createTime', order: 'desc' } as const
const sort = ['createTime', 'id', 'realname', 'nickname'] as const

/** What a list of members takes besides the filters of fields. */
const moreFilters = {
  /** Number, card, phone, name or first letters of a name; a leading % looks for the end of a phone. */
  keyword: textFilter(32),
  /** `true`: also members that became a part of another. */
  merged: exact(8).optional(),
}

const search = listQueryOf({ filter, sort, order }).extend(moreFilters)
const sheets = excelRoutes({ path: PATH, permission: 'member', noun: 'members', filter, sort, order })

/** Members as a venue keeps them (spec §3). None is ever deleted: the history of money stays whole. */
export const memberRecords = {
  ...sheets,
  exportXls: {
    ...sheets.exportXls,
    query: search.extend({ selections: exact(20_000).optional(), confirm: exact(8).optional() }),
  },
  list: route({
    labels,
    method: 'GET',
    path: `${PATH}/list`,
    summary: 'A page of members, without those that became a part of another',
    access: 'member:list',
    query: search,
    result: pageOf(MemberRecord),
  }),
  queryById: route({
    method: 'GET',
    path: `${PATH}/queryById`,
    summary: 'One member',
    access: 'member:list',
    query: z.object({ id: RecordId }),
    result: MemberRecord,
  }),
  checkOnlyMember: route({
    labels,
    method: 'GET',
    path: `${PATH}/checkOnlyMember`,
    summary: 'Whether a phone or a card is still free in the store, while a form is filled in; saving decides',
    access: 'member:add',
    query: z.object({
      phone: MemberPhone.optional(),
      physicalCard: CardNumber.optional(),
      /** The member who is being changed. */
      id: RecordId.optional(),
    }),
    result: z.null(),
    message: 'message.duplicate.free',
  }),
  add: route({
    labels,
    method: 'POST',
    path: `${PATH}/add`,
    summary: 'Registers a member in the caller’s store and answers the number',
    access: 'member:add',
    body: MemberAdd,
    result: z.object({ id: z.string() }),
    message: 'message.added',
    // Of an identity number not even a hash is kept: few of them are possible.
    idempotent: { exceptFields: ['idCard'] },
  }),
  edit: route({
    labels,
    method: ['PUT', 'POST'],
    path: `${PATH}/edit`,
    summary: 'Changes what is said of a member: only the fields that are sent, and never a wallet',
    access: 'member:edit',
    body: z.object({ ...MemberEdit.shape, id: RecordId }),
    result: z.null(),
    message: 'message.updated',
  }),
  frozenBatch: route({
    labels: { ...labels, reason: 'member.reason', status: 'member.frozen' },
    method: ['PUT', 'POST'],
    path: `${PATH}/frozenBatch`,
    summary: 'Freezes (2) or thaws (1) members, and says why; whoever is so already stays so',
    access: 'member:freeze',
    body: z.object({
      ids: RecordIds,
      status: z.union([z.literal([1, 2]), z.enum(['1', '2']).transform(Number)]),
      reason: line(200, 1),
    }),
    result: z.null(),
    message: 'message.members.frozen',
  }),
  setPassword: route({
    labels: { ...labels, password: 'member.password' },
    method: ['PUT', 'POST'],
    path: `${PATH}/setPassword`,
    summary: 'Gives a member a consumption password, or takes it away',
    access: 'member:password',
    body: z.object({ id: RecordId, password: ConsumptionPassword }),
    result: z.null(),
    message: 'message.members.passwordSet',
  }),
  showIdCard: route({
    method: 'POST',
    path: `${PATH}/showIdCard`,
    summary: 'The identity number of a member in full; that somebody looked stays in the trail',
    access: 'member:idnumber',
    body: z.object({ id: RecordId }),
    result: z.object({ idCard: z.string() }),
  }),
}
