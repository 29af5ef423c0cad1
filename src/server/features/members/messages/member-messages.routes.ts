import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { mount } from '#server/core/http/mount.ts'
import { crudHandlers, crudTable } from '#server/core/lists/crud.ts'
import type { Deps } from '#server/core/slice.ts'
import { memberMessageResource, memberMessages } from '#shared/features/members/member-messages.contract.ts'
import { maskPhone } from '#shared/features/members/phone.calc.ts'
import { previewMessage, sendToMember, templatesFor } from './member-messages.service.ts'

const table = crudTable(memberMessageResource, {
  table: 'message',
  ofStores: true,
  where: sql`t.member_id is not null`,
  columns: {
    userId: 'memberId',
    esTitle: 'title',
    esContent: 'content',
    esReceiver: 'receiver',
    esType: 'type',
    esSendStatus: 'sendStatus',
    esSendNum: 'sendCount',
    esSendTime: 'sendTime',
    esResult: 'result',
  },
})

/** Receivers are masked like phones of members. */
const masked: typeof table = {
  ...table,
  page: async (...args) => {
    const page = await table.page(...args)
    return { ...page, records: page.records.map((row) => ({ ...row, esReceiver: maskPhone(row.esReceiver) })) }
  },
}

export function memberMessagesRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, memberMessages, {
    list: crudHandlers(deps, memberMessageResource, masked).list,
    templates: ({ query, ctx }) => templatesFor(ctx, query.userId),
    preview: ({ query, ctx }) => previewMessage(ctx, query),
    send: ({ body, ctx }) => sendToMember(deps, ctx, body),
  })
}
