import { z } from 'zod'
import { crudRoutes, entity, resource, undoRoutes } from '#shared/core/crud.ts'
import { excelRoutes, type Sheet } from '#shared/core/excel.ts'
import { creationMarks, fieldsOf, sheetColumnsOf } from '#shared/core/fields.ts'
import { onScreen, route } from '#shared/core/route.ts'
import { exact, line, lines, wrong } from '#shared/core/text.ts'

/** 1 SMS, 2 email, 3 WeChat, 4 system message. */
export const TemplateType = z.enum(['1', '2', '3', '4'])
export type TemplateType = z.infer<typeof TemplateType>

/** Types whose content is rich text. */
export const isRich = (type: TemplateType): boolean => type === '2' || type === '4'

export const messageTemplateFields = z.object({
  /** What senders know the template by; it cannot change (spec §4). */
  templateCode: z.string().regex(/^[\w.:-]{1,60}$/, wrong('input.code')),
  templateName: line(100, 1),
  templateContent: lines(20_000),
  templateType: TemplateType,
  /** Values to try the template with, as JSON text. */
  templateTestJson: lines(5000),
})

const created = messageTemplateFields.extend({
  templateContent: lines(20_000)
    .nullish()
    .transform((value) => value ?? ''),
  templateTestJson: lines(5000)
    .nullish()
    .transform((value) => value ?? ''),
})

const marks = {
  templateCode: { kind: 'text', label: 'template.code', sort: true, sheet: 'field.messageTemplate.templateCode' },
  templateName: { kind: 'text', label: 'template.name', sort: true, sheet: true },
  templateType: { kind: 'text', label: 'template.type', sort: true, sheet: true, dict: 'msgType' },
  templateContent: { kind: 'text', label: 'template.content', sheet: true },
  templateTestJson: {
    kind: 'text',
    label: 'template.testJson',
    sheet: 'field.messageTemplate.templateTestJson',
    unsearched: true,
  },
  sysOrgCode: { kind: 'text', label: 'records.store' },
  createTime: creationMarks.createTime,
} as const

export const messageTemplateResource = resource({
  path: '/message/sysMessageTemplate',
  permission: 'template',
  noun: 'message templates',
  entity: entity(messageTemplateFields.extend({ sysOrgCode: z.string() })),
  create: created,
  update: messageTemplateFields.omit({ templateCode: true }),
  ...fieldsOf(marks),
})

export const messageTemplateSheet: Sheet = { title: 'sheet.messageTemplate', columns: sheetColumnsOf(marks) }

export const messageTemplates = onScreen('template', {
  ...crudRoutes(messageTemplateResource),
  ...undoRoutes(messageTemplateResource),
  ...excelRoutes(messageTemplateResource),
  sendMsg: route({
    method: 'POST',
    path: '/message/sysMessageTemplate/sendMsg',
    summary: 'Fills a template and queues it for one receiver; the delivery log shows the result',
    access: 'template:send',
    body: z.object({
      templateCode: exact(60, 1),
      /** Which one is meant where several stores have a template of this code; left out: the nearest. */
      templateId: z.uuid().optional(),
      /** The variables' values as JSON text. */
      testData: lines(5000).default(''),
      /** A phone, an address, an openid or a user name, by the template's type. */
      receiver: line(200, 1),
      msgType: TemplateType.optional(),
    }),
    result: z.object({ id: z.uuid() }),
    message: 'message.template.queued',
    code: 200,
    idempotent: {},
  }),
})
