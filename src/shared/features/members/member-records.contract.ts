import { z } from 'zod'
import { listQueryOf, RecordId, RecordIds } from '#shared/core/crud.ts'
import { pageOf } from '#shared/core/envelope.ts'
import { excelRoutes } from '#shared/core/excel.ts'
import { route, textFilter } from '#shared/core/route.ts'
import { exact, line } from '#shared/core/text.ts'
import { PromoterCode } from '#shared/features/promoters/member-promoter.contract.ts'
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

/** Parameters of a list of members besides the field filters. */
const moreFilters = {
  /** Number, card, phone, name or initials; a leading % searches by the end of the phone. */
  keyword: textFilter(32),
  /** `true`: also members that were merged into another one. */
  merged: exact(8).optional(),
}

const search = listQueryOf({ filter, sort, order }).extend(moreFilters)
const sheets = excelRoutes({ path: PATH, permission: 'member', noun: 'members', filter, sort, order })

/** Member administration (spec §3). Members are never deleted, so that the history of money stays complete. */
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
    summary: 'A page of members, without those that were merged into another one',
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
    summary: 'Whether a phone or a card is still free in the store; saving checks again',
    access: 'member:add',
    query: z.object({
      phone: MemberPhone.optional(),
      physicalCard: CardNumber.optional(),
      /** Id of the member that is being edited. */
      id: RecordId.optional(),
    }),
    result: z.null(),
    message: 'message.duplicate.free',
  }),
  add: route({
    labels: { ...labels, promoterCode: 'promoter.code' },
    method: 'POST',
    path: `${PATH}/add`,
    summary:
      'Registers a member in the current store, bound to the promoter of a code if there is one, and returns the number',
    access: 'member:add',
    body: MemberAdd.extend({ promoterCode: PromoterCode.optional() }),
    result: z.object({ id: z.string() }),
    message: 'message.added',
    // Identity numbers must not be hashed: there are so few that a hash can be reversed.
    idempotent: { exceptFields: ['idCard'] },
  }),
  edit: route({
    labels,
    method: ['PUT', 'POST'],
    path: `${PATH}/edit`,
    summary: 'Changes data of a member, never a wallet; fields that are not sent stay',
    access: 'member:edit',
    body: z.object({ ...MemberEdit.shape, id: RecordId }),
    result: z.null(),
    message: 'message.updated',
  }),
  freezeBatch: route({
    labels: { ...labels, reason: 'member.reason', status: 'member.frozen' },
    method: ['PUT', 'POST'],
    path: `${PATH}/frozenBatch`,
    summary: 'Freezes (2) or unfreezes (1) members with a reason; a repeated call changes nothing',
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
    summary: 'Sets or removes the consumption password of a member',
    access: 'member:password',
    body: z.object({ id: RecordId, password: ConsumptionPassword }),
    result: z.null(),
    message: 'message.members.passwordSet',
  }),
  showIdCard: route({
    method: 'POST',
    path: `${PATH}/showIdCard`,
    summary: 'The full identity number of a member; the access is written to the audit trail',
    access: 'member:idnumber',
    body: z.object({ id: RecordId }),
    result: z.object({ idCard: z.string() }),
  }),
}
