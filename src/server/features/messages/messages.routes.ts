import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { crudHandlers, crudTable } from '#server/core/crud.ts'
import { excelHandlers } from '#server/core/excel.ts'
import { mount } from '#server/core/mount.ts'
import { sanitizeHtml } from '#server/core/rich-text.ts'
import type { Deps } from '#server/core/slice.ts'
import { maskPhone } from '#shared/features/members/phone.calc.ts'
import {
  isRich,
  messageFilter,
  messages,
  messageTemplateResource,
  messageTemplateSheet,
  messageTemplates,
  SentMessage,
  type TemplateType,
} from '#shared/features/messages/message-templates.contract.ts'
import { deliver, queueMessage } from './messages.service.ts'
import { OUTBOX_MS, sendOutbox } from './sms-outbox.job.ts'

const table = crudTable(messageTemplateResource, { table: 'sysMessageTemplate', ofStores: true })
const harmless = (type: TemplateType, content: string): string => (isRich(type) ? sanitizeHtml(content) : content)

/** Rich text is sanitized however it comes in: by a form, an import, or a plain template that becomes rich. */
const templates: typeof table = {
  ...table,
  add: (trx, values, writer) => {
    const templateContent = harmless(values.templateType, values.templateContent)
    return table.add(trx, { ...values, templateContent }, writer)
  },
  async edit(trx, id, values, writer) {
    if (values.templateType === undefined && values.templateContent === undefined) {
      return table.edit(trx, id, values, writer)
    }
    const stored = await table.get(trx, id)
    const { templateType = stored.templateType, templateContent = stored.templateContent } = values
    return table.edit(trx, id, { ...values, templateContent: harmless(templateType, templateContent) }, writer)
  },
}

const none = z.object({})
const log = crudTable(
  { entity: SentMessage, filter: messageFilter, create: none, update: none },
  { table: 'sysMessage', ofStores: true },
)

/** Message templates, what is sent by them, and the sending itself on this copy of the server. */
export function messagesRoutes(app: FastifyInstance, deps: Deps): void {
  deps.jobs.every(OUTBOX_MS, () => sendOutbox(deps))
  deps.jobs.work('messages', (job: Parameters<typeof deliver>[1]) => deliver(deps, job))

  mount(app, deps, messageTemplates, {
    ...crudHandlers(deps, messageTemplateResource, templates),
    ...excelHandlers(deps, messageTemplateResource, messageTemplateSheet, templates),
    sendMsg: ({ body, ctx }) => queueMessage(deps, ctx, body),
  })

  mount(app, deps, messages, {
    list: async ({ query, ctx }) => {
      const page = await ctx.tx((trx) => log.page(trx, ctx.user, query))
      const records = page.records.map((row) =>
        row.esType === '1' ? { ...row, esReceiver: maskPhone(row.esReceiver) } : row,
      )
      return { ...page, records }
    },
  })
}
