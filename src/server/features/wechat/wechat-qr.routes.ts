import type { FastifyInstance } from 'fastify'
import { mount } from '#server/core/http/mount.ts'
import { crudHandlers, writerOf } from '#server/core/lists/crud.ts'
import { listRules } from '#server/core/lists/list-rules.ts'
import type { Deps } from '#server/core/slice.ts'
import { exportHandler } from '#server/core/workbooks/excel.ts'
import { wechatQrCodes, wechatQrResource, wechatQrSheet } from '#shared/features/wechat/wechat-qr.contract.ts'
import { daysOf, pictureOf, wechatQrTable } from './wechat-qr.repository.ts'
import { addQrCode } from './wechat-qr.service.ts'

export function wechatQrRoutes(app: FastifyInstance, deps: Deps): void {
  const { requireListed } = listRules(deps, wechatQrResource, wechatQrTable)
  mount(app, deps, wechatQrCodes, {
    ...crudHandlers(deps, wechatQrResource, wechatQrTable),
    exportXls: exportHandler(deps, wechatQrResource, wechatQrSheet, wechatQrTable),
    add: ({ body, ctx }) => addQrCode(deps, ctx, body, writerOf(deps, ctx)),
    picture: ({ query, ctx }) =>
      ctx.tx(async (trx) => {
        await requireListed(trx, [query.id], ctx)
        return { picture: `data:image/png;base64,${(await pictureOf(trx, query.id)).toString('base64')}` }
      }),
    days: ({ query, ctx }) =>
      ctx.tx(async (trx) => {
        await requireListed(trx, [query.id], ctx)
        const { id } = await wechatQrTable.get(trx, query.id)
        return daysOf(trx, id, deps.clock())
      }),
  })
}
