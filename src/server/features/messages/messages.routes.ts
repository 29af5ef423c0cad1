import type { FastifyInstance } from 'fastify'
import { mount } from '#server/core/http/mount.ts'
import { oneAtATime } from '#server/core/jobs/one-at-a-time.ts'
import { crudHandlers, crudTable, writerOf } from '#server/core/lists/crud.ts'
import { undoHandlers } from '#server/core/lists/undo.ts'
import { sanitizeHtml } from '#server/core/rich-text.ts'
import type { Deps } from '#server/core/slice.ts'
import { excelHandlers } from '#server/core/workbooks/excel.ts'
import {
  isRich,
  messageTemplateResource,
  messageTemplateSheet,
  messageTemplates,
  type TemplateType,
} from '#shared/features/messages/message-templates.contract.ts'
import { messageResource, messageSheet, messages } from '#shared/features/messages/messages.contract.ts'
import { smsProviders } from '#shared/features/messages/sms-providers.contract.ts'
import { addMessage, deliveryLog } from './delivery-log.service.ts'
import { deliver, queueMessage } from './messages.service.ts'
import { OUTBOX_MS, sendOutbox } from './sms-outbox.job.ts'
import { smsProvidersService } from './sms-providers.service.ts'

const table = crudTable(messageTemplateResource, { table: 'messageTemplate', ofStores: true })
const sanitized = (type: TemplateType, content: string): string => (isRich(type) ? sanitizeHtml(content) : content)

/** Rich text is always sanitized: from a form, an import, or a plain template that becomes rich. */
const templates: typeof table = {
  ...table,
  add: (trx, values, writer) => {
    const templateContent = sanitized(values.templateType, values.templateContent)
    return table.add(trx, { ...values, templateContent }, writer)
  },
  async edit(trx, id, values, writer) {
    if (values.templateType === undefined && values.templateContent === undefined) {
      return table.edit(trx, id, values, writer)
    }
    const stored = await table.get(trx, id)
    const { templateType = stored.templateType, templateContent = stored.templateContent } = values
    return table.edit(trx, id, { ...values, templateContent: sanitized(templateType, templateContent) }, writer)
  },
}

/** Mounts message templates and the delivery log, and starts the sending workers of this copy of the server. */
export function messagesRoutes(app: FastifyInstance, deps: Deps): void {
  deps.jobs.every(
    OUTBOX_MS,
    oneAtATime(() => sendOutbox(deps)),
  )
  deps.jobs.work('messages', (job: Parameters<typeof deliver>[1]) => deliver(deps, job))

  mount(app, deps, messageTemplates, {
    ...crudHandlers(deps, messageTemplateResource, templates),
    ...undoHandlers(deps, messageTemplateResource, templates),
    ...excelHandlers(deps, messageTemplateResource, messageTemplateSheet, templates),
    sendMsg: ({ body, ctx }) => queueMessage(deps, ctx, body),
  })

  const providers = smsProvidersService(deps)
  mount(app, deps, smsProviders, {
    query: ({ query, ctx }) => providers.query(query.orgCode, ctx),
    edit: ({ body, ctx }) => providers.edit(body, ctx),
    test: ({ body, ctx }) => providers.test(body, ctx),
  })

  const log = deliveryLog(deps)
  const handlers = crudHandlers(deps, messageResource, log)
  mount(app, deps, messages, {
    ...handlers,
    ...excelHandlers(deps, messageResource, messageSheet, log),
    add: ({ body, ctx }) =>
      ctx.tx(async (trx) => {
        await addMessage(deps, trx, body, writerOf(deps, ctx), { id: ctx.key, jobId: ctx.key })
        ctx.touched({ id: ctx.key, after: body })
        return null
      }),
  })
}
