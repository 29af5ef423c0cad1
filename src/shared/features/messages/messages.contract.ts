import { z } from 'zod'
import { crudRoutes, entity, resource } from '#shared/core/crud.ts'
import { excelRoutes, type Sheet } from '#shared/core/excel.ts'
import { onScreen } from '#shared/core/route.ts'
import { line, lines } from '#shared/core/text.ts'
import { TemplateType } from './message-templates.contract.ts'

/** 0 waiting or to be tried again, 1 sent, 2 failed for good, 3 being sent. */
const EsSendStatus = z.enum(['0', '1', '2', '3'])

const messageFields = z.object({
  esTitle: line(100, 1),
  esContent: lines(20_000, 1),
  /** The values that a template was filled with, as JSON text. */
  esParam: lines(5000),
  /** A phone, an address, an openid or a user name, by the type. Phones are answered masked. */
  esReceiver: line(200, 1),
  esType: TemplateType,
  remark: line(200),
})

const orNothing = (max: number) =>
  line(max)
    .nullish()
    .transform((value) => value ?? '')

export const messageResource = resource({
  path: '/message/sysMessage',
  permission: 'message',
  noun: 'messages in the delivery log',
  entity: entity(
    messageFields.extend({
      sysOrgCode: z.string(),
      esSendStatus: EsSendStatus,
      /** How often it was tried. */
      esSendNum: z.number().int(),
      esSendTime: z.string().nullable(),
      /** What the channel answered, or why it failed. */
      esResult: z.string(),
      templateCode: z.string(),
    }),
  ),
  create: messageFields.extend({ esParam: orNothing(5000), remark: orNothing(200) }),
  update: messageFields,
  filter: {
    id: 'id',
    esTitle: 'text',
    esContent: 'text',
    esReceiver: 'text',
    esType: 'text',
    esSendStatus: 'text',
    esSendNum: 'number',
    esSendTime: 'time',
    templateCode: 'text',
    remark: 'text',
    createBy: 'text',
    createTime: 'time',
    sysOrgCode: 'text',
  },
  sort: ['createTime', 'esSendTime', 'esSendStatus', 'esType', 'templateCode'],
  dict: { esType: 'msgType', esSendStatus: 'msgSendStatus' },
  messages: { added: 'message.template.queued' },
})

export const messageSheet: Sheet = {
  title: 'message.log',
  columns: {
    esTitle: 'message.title',
    esType: 'template.type',
    esReceiver: 'template.receiver',
    esContent: 'announcement.content',
    esParam: 'field.message.esParam',
    remark: 'field.message.remark',
    esSendStatus: 'message.state',
    esSendNum: 'message.attempts',
    esSendTime: 'field.message.esSendTime',
    esResult: 'message.result',
  },
}

const crud = crudRoutes(messageResource)

/** The delivery log: every message with its state, attempts and result; what is added to it is sent (`api-family 6`). */
export const messages = onScreen('field.message', {
  ...crud,
  ...excelRoutes(messageResource),
  add: { ...crud.add, idempotent: {} },
})
