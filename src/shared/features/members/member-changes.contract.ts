import { z } from 'zod'
import { listQueryOf } from '#shared/core/crud.ts'
import { pageOf } from '#shared/core/envelope.ts'
import { fieldsOf } from '#shared/core/fields.ts'
import { route } from '#shared/core/route.ts'

const marks = {
  memberId: { kind: 'text', label: 'member.id' },
  memberName: { kind: 'text', label: 'member.realname', unsearched: true },
  what: { kind: 'text', label: 'memberChange.what', unsearched: true },
  changes: { kind: 'text', label: 'memberChange.changes', unsearched: true },
  createTime: { kind: 'time', label: 'memberChange.time', sort: true },
  createBy: { kind: 'text', label: 'memberChange.by' },
  realname: { kind: 'text', label: 'memberChange.byName' },
  ip: { kind: 'text', label: 'memberChange.ip' },
  sysOrgCode: { kind: 'text', label: 'records.store' },
} as const

export const memberChangeFields = fieldsOf(marks)

/** A change of a member: what, by whom, when and from where. */
export const MemberChange = z.object({
  id: z.string(),
  memberId: z.string(),
  /** The member's current name. */
  memberName: z.string(),
  /** The name of the call: `add`, `edit`, `frozenBatch` … */
  what: z.string(),
  /** The old and the new values; secrets are left out, phones and card numbers masked. */
  before: z.unknown(),
  after: z.unknown(),
  createTime: z.string(),
  createBy: z.string(),
  realname: z.string(),
  ip: z.string(),
  sysOrgCode: z.string(),
  sysOrgCode_dictText: z.string().nullable(),
})
export type MemberChange = z.infer<typeof MemberChange>

/** Every change of every member, newest first, from the audit trail (spec §1: change log). */
export const memberChanges = {
  list: route({
    labels: memberChangeFields.labels,
    method: 'GET',
    path: '/membermanage/sysMemberChange/list',
    summary: 'Changes of members, newest first',
    access: 'memberchange:list',
    query: listQueryOf(memberChangeFields),
    result: pageOf(MemberChange),
  }),
}
