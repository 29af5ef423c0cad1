import type { FastifyInstance } from 'fastify'
import { askerOf } from '#server/core/auth/auth-guard.ts'
import { mount } from '#server/core/http/mount.ts'
import { crudHandlers, crudTable } from '#server/core/lists/crud.ts'
import type { Deps } from '#server/core/slice.ts'
import { exportHandler } from '#server/core/workbooks/excel.ts'
import { wechatAccounts } from '#shared/features/wechat/wechat-accounts.contract.ts'
import { wechatEventResource, wechatEventSheet, wechatEvents } from '#shared/features/wechat/wechat-events.contract.ts'
import { wechatPages } from '#shared/features/wechat/wechat-pages.contract.ts'
import { callbackRoutes } from './callback.routes.ts'
import { accountOfPage, signPage } from './js-signature.service.ts'
import { wechatAccountsService } from './wechat-accounts.service.ts'
import { guestWechatCalls } from './wechat-client.service.ts'
import { wechatQrRoutes } from './wechat-qr.routes.ts'

const eventTable = crudTable(wechatEventResource, {
  table: 'wechatEvent',
  ofStores: true,
  columns: { wechatEvent: 'event', happenedTime: 'happenedAt' },
})

export async function wechatRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  const accounts = wechatAccountsService(deps)
  mount(app, deps, wechatAccounts, {
    query: ({ query, ctx }) => accounts.query(query.orgCode, ctx),
    edit: ({ body, ctx }) => accounts.edit(body, ctx),
    check: ({ body, ctx }) => accounts.check(body, ctx),
    publishMenu: ({ body, ctx }) => accounts.publishMenu(body, ctx),
  })
  const { list, queryById } = crudHandlers(deps, wechatEventResource, eventTable)
  mount(app, deps, wechatEvents, {
    list,
    queryById,
    exportXls: exportHandler(deps, wechatEventResource, wechatEventSheet, eventTable),
  })
  mount(app, deps, wechatPages, {
    sign: async ({ query: { orgCode, url }, ctx }) => {
      const asker = askerOf(ctx.ip)
      const account = await deps.strangers.run(() => accountOfPage(deps, orgCode, url), asker)
      return guestWechatCalls.run(() => signPage(deps, account, url), asker)
    },
  })
  wechatQrRoutes(app, deps)
  await callbackRoutes(app, deps)
}
