import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { crudHandlers, crudTable, writerOf } from '#server/core/crud.ts'
import { mount } from '#server/core/mount.ts'
import { sanitizeHtml } from '#server/core/rich-text.ts'
import type { Deps } from '#server/core/slice.ts'
import { maskPhone } from '#shared/features/members/phone.calc.ts'
import {
  isRich,
  messageFilter,
  messages,
  messageTemplateResource,
  messageTemplates,
  SentMessage,
} from '#shared/features/messages/message-templates.contract.ts'
import { deliver, queueMessage } from './messages.service.ts'

const templates = crudTable(messageTemplateResource, { table: 'sysMessageTemplate', ofStores: true })
const none = z.object({})
const log = crudTable(
  { entity: SentMessage, filter: messageFilter, create: none, update: none },
  { table: 'sysMessage', ofStores: true },
)

/** Message templates, what is sent by them, and the sending itself on this copy of the server. */
export function messagesRoutes(app: FastifyInstance, deps: Deps): void {
  deps.jobs.work('messages', (job: Parameters<typeof deliver>[1]) => deliver(deps, job))

  mount(app, deps, messageTemplates, {
    ...crudHandlers(deps, messageTemplateResource, templates),
    add: ({ body, ctx }) =>
      ctx.tx(async (trx) => {
        const { templateType, templateContent } = body
        const content = isRich(templateType) ? sanitizeHtml(templateContent) : templateContent
        await templates.add(trx, { ...body, templateContent: content }, writerOf(deps, ctx))
        return null
      }),
    edit: ({ body: { id, ...fields }, ctx }) =>
      ctx.tx(async (trx) => {
        const { templateType, templateContent } = { ...(await templates.get(trx, id)), ...defined(fields) }
        // A plain text that becomes rich is looked at like any other.
        const content = isRich(templateType) ? { templateContent: sanitizeHtml(templateContent) } : {}
        await templates.edit(trx, id, { ...fields, ...content }, writerOf(deps, ctx))
        return null
      }),
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

const defined = <T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never
