import { z } from 'zod'
import { crudRoutes, entity, resource } from '#shared/core/crud.ts'
import { creationMarks, fieldsOf } from '#shared/core/fields.ts'
import { route } from '#shared/core/route.ts'
import { line } from '#shared/core/text.ts'
import { WireTime } from '#shared/core/time.ts'

export const DeletionState = z.enum(['open', 'done', 'refused', 'withdrawn'])
export type DeletionState = z.infer<typeof DeletionState>

const marks = {
  userId: { kind: 'text', label: 'memberDeletion.member', sort: true },
  reason: { kind: 'text', label: 'memberDeletion.reason' },
  state: { kind: 'text', label: 'memberDeletion.state', sort: true, dict: 'deletion_state' },
  answer: { kind: 'text', label: 'memberDeletion.answer' },
  answerBy: { kind: 'text', label: 'memberDeletion.answerBy' },
  answerTime: { kind: 'time', label: 'memberDeletion.answerTime' },
  id: { kind: 'id', label: 'crud.id' },
  ...creationMarks,
  sysOrgCode: { kind: 'text', label: 'records.store' },
} as const

const none = z.object({})

/** What members have asked on the member page: to be deleted. */
export const memberDeletionResource = resource({
  path: '/membermanage/sysMemberDeletion',
  permission: 'memberdeletion',
  noun: 'requests of members to be deleted',
  entity: entity(
    z.object({
      sysOrgCode: z.string(),
      userId: z.string(),
      reason: z.string(),
      state: DeletionState,
      answer: z.string(),
      answerBy: z.string(),
      answerTime: WireTime.nullable(),
    }),
  ),
  create: none,
  update: none,
  ...fieldsOf(marks),
})

const { list, queryById } = crudRoutes(memberDeletionResource)

export const memberDeletions = {
  list,
  queryById,
  answer: route({
    method: 'POST',
    path: '/membermanage/sysMemberDeletion/answer',
    summary: 'Answers the open request of a member: done, or refused with the reason',
    access: 'memberdeletion:answer',
    body: z.object({ id: z.uuid(), state: z.enum(['done', 'refused']), answer: line(200, 1) }),
    result: z.null(),
    message: 'message.saved',
    labels: memberDeletionResource.labels,
  }),
}
