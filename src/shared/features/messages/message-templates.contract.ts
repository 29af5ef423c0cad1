import { z } from 'zod'
import { crudRoutes, entity, resource } from '#shared/core/crud.ts'
import { excelRoutes, type Sheet } from '#shared/core/excel.ts'
import { route } from '#shared/core/route.ts'
import { exact, line, lines } from '#shared/core/text.ts'

/** 1 SMS, 2 email, 3 WeChat, 4 system message. */
export const TemplateType = z.enum(['1', '2', '3', '4'])
export type TemplateType = z.infer<typeof TemplateType>

/** Types whose content is rich text. */
export const isRich = (type: TemplateType): boolean => type === '2' || type === '4'

export const messageTemplateFields = z.object({
  /** What senders know the template by; it cannot change (spec §4). */
  templateCode: z.string().regex(/^[\w.:-]{1,60}$/),
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

export const messageTemplateResource = resource({
  path: '/message/sysMessageTemplate',
  permission: 'template',
  noun: 'message templates',
  entity: entity(messageTemplateFields.extend({ sysOrgCode: z.string() })),
  create: created,
  update: messageTemplateFields.omit({ templateCode: true }),
  filter: {
    templateCode: 'text',
    templateName: 'text',
    templateContent: 'text',
    templateType: 'text',
    createTime: 'time',
    sysOrgCode: 'text',
  },
  sort: ['createTime', 'templateCode', 'templateName', 'templateType'],
  dict: { templateType: 'msgType' },
})

export const messageTemplateSheet: Sheet = {
  title: 'sheet.messageTemplate',
  columns: {
    templateCode: 'field.messageTemplate.templateCode',
    templateName: 'field.messageTemplate.templateName',
    templateType: 'field.messageTemplate.templateType',
    templateContent: 'field.messageTemplate.templateContent',
    templateTestJson: 'field.messageTemplate.templateTestJson',
  },
}

export const messageTemplates = {
  ...crudRoutes(messageTemplateResource),
  ...excelRoutes(messageTemplateResource),
  sendMsg: route({
    method: 'POST',
    path: '/message/sysMessageTemplate/sendMsg',
    summary: 'Fills a template and queues it for one receiver; the delivery log says what became of it',
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
    keyed: {},
  }),
}
