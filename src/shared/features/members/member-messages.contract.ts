import { z } from 'zod'
import { crudRoutes, resource } from '#shared/core/crud.ts'
import { creationMarks, fieldsOf } from '#shared/core/fields.ts'
import { onScreen, route } from '#shared/core/route.ts'
import { exact, lines } from '#shared/core/text.ts'
import { TemplateType } from '#shared/features/messages/message-templates.contract.ts'

/** 0 pending or to be retried, 1 sent, 2 failed permanently, 3 being sent. */
export const SendState = z.enum(['0', '1', '2', '3'])

const marks = {
  userId: { kind: 'text', label: 'memberMessage.userId' },
  esTitle: { kind: 'text', label: 'message.title' },
  esContent: { kind: 'text', label: 'template.content', unsearched: true },
  esType: { kind: 'text', label: 'template.type', dict: 'msgType' },
  esSendStatus: { kind: 'text', label: 'message.state', dict: 'msgSendStatus' },
  esSendTime: { kind: 'time', label: 'field.message.esSendTime', sort: true },
  ...creationMarks,
  sysOrgCode: { kind: 'text', label: 'records.store' },
} as const

/** Messages to members. Rows are created by sending and never change. */
export const memberMessageResource = resource({
  path: '/membermanage/sysMemberMessage',
  permission: 'membermessage',
  noun: 'messages to members',
  entity: z.object({
    id: z.string(),
    sysOrgCode: z.string(),
    userId: z.string(),
    esTitle: z.string(),
    esContent: z.string(),
    esType: TemplateType,
    /** Masked. */
    esReceiver: z.string(),
    esSendStatus: SendState,
    esSendNum: z.number().int(),
    esSendTime: z.string().nullable(),
    /** The channel's response, or the reason of the failure. */
    esResult: z.string(),
    createBy: z.string().nullable(),
    createTime: z.string().nullable(),
  }),
  create: z.object({}),
  update: z.object({}),
  ...fieldsOf(marks),
})

const { list } = crudRoutes(memberMessageResource)

const MemberNumber = exact(32, 1)
const TemplateCode = exact(60, 1)

export const memberMessages = onScreen('memberMessage', {
  list,
  templates: route({
    method: 'GET',
    path: '/membermanage/sysMemberMessage/templates',
    summary: 'The message templates of the store and of those above it',
    access: 'membermessage:send',
    query: z.object({ userId: MemberNumber }),
    result: z
      .array(
        z.object({
          templateCode: z.string(),
          templateName: z.string(),
          templateType: TemplateType,
          /** False: the member has no phone or account for this channel. */
          reachable: z.boolean(),
        }),
      )
      .max(200),
  }),
  preview: route({
    method: 'GET',
    path: '/membermanage/sysMemberMessage/preview',
    summary: 'A template filled with the data of a member, and the values that are missing',
    access: 'membermessage:send',
    query: z.object({ userId: MemberNumber, templateCode: TemplateCode, testData: lines(5000).default('') }),
    result: z.object({
      title: z.string(),
      content: z.string(),
      /** Masked. */
      receiver: z.string(),
      /** Variables without a value from the member's data. */
      missing: z.array(z.string()),
    }),
  }),
  send: route({
    method: 'POST',
    path: '/membermanage/sysMemberMessage/send',
    summary: 'Fills a template with the data of a member and queues the message; the list shows the result',
    access: 'membermessage:send',
    body: z.object({
      userId: MemberNumber,
      templateCode: TemplateCode,
      /** Values of the other variables as JSON text. */
      testData: lines(5000).default(''),
    }),
    result: z.object({ id: z.uuid() }),
    message: 'message.template.queued',
    idempotent: {},
  }),
})
