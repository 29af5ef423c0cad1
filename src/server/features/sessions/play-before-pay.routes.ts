import type { FastifyInstance } from 'fastify'
import { dataRules } from '#server/core/auth/auth-rules.ts'
import { withDictTexts } from '#server/core/dictionaries.ts'
import { toAppError } from '#server/core/http/database-errors.ts'
import { mount, withMessage } from '#server/core/http/mount.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import { exportHandler } from '#server/core/workbooks/excel.ts'
import { importHandlers } from '#server/core/workbooks/excel.upload.ts'
import { storesOf } from '#server/db/store-list.ts'
import { cancelPlays } from '#server/features/sessions/play-records/cancel.service.ts'
import { editPlay } from '#server/features/sessions/play-records/edit.service.ts'
import { linkPlay } from '#server/features/sessions/play-records/link.service.ts'
import { importPlayRecord } from '#server/features/sessions/play-records/play-record-import.service.ts'
import {
  listPlayRecords,
  playRecordList,
  playRecordRows,
} from '#server/features/sessions/play-records/play-records.repository.ts'
import { figuresOfToday } from '#server/features/sessions/play-records/today.repository.ts'
import { chargePlay, createSettleBatcher } from '#server/features/sessions/settle/settle.service.ts'
import { startSession } from '#server/features/sessions/start/start.service.ts'
import { nameableTerminal, recordRefusal } from '#server/features/terminals/index.ts'
import {
  playBeforePay,
  playRecordExport,
  playRecordSheet,
  type StartInput,
} from '#shared/features/sessions/play-before-pay.contract.ts'
import { PlayRecordImport } from '#shared/features/sessions/play-record-import.schema.ts'

/** Definition of workbook cells. */
const imported = {
  filter: { createTime: 'time', people: 'number', price: 'money' },
  create: PlayRecordImport,
  dict: { playState: 'play_state', consumeVehicleMode: 'run_mode' },
  permission: 'playbeforepay',
} as const

export function playBeforePayRoutes(app: FastifyInstance, deps: Deps): void {
  const { importExcel, importPreview, importTemplate } = importHandlers(deps, imported, playRecordSheet, {
    add: importPlayRecord,
  })
  const settleBatcher = createSettleBatcher(deps)
  mount(
    app,
    deps,
    playBeforePay,
    {
      add: ({ body, ctx }) => {
        if (body.offline) storeRefusal(deps, ctx, body)
        return startSession(deps, ctx, body)
      },
      list: async ({ query, ctx }) => {
        const page = await ctx.tx(async (trx) => {
          const rules = await dataRules(trx, ctx.user, playRecordList, deps.clock())
          return listPlayRecords(trx, { ...query, stores: storesOf(ctx.user, query.sysOrgCode), rules })
        })
        const records = await withDictTexts(deps.dictionaries, playRecordExport.dict, page.records, ctx.locale)
        return { ...page, records }
      },
      today: ({ ctx }) =>
        ctx.tx(async (trx) => {
          const rules = await dataRules(trx, ctx.user, playRecordList, deps.clock())
          return figuresOfToday(trx, deps.clock(), rules)
        }),
      exportXls: exportHandler(deps, playRecordExport, playRecordSheet, playRecordRows),
      importPreview,
      importTemplate,
      importExcel: ({ query, ctx }) => {
        const { orgCode } = ctx.user
        ctx.afterCommit(() => deps.realtime.publish({ topic: 'playRecords', orgCode }))
        return importExcel({ query, ctx } as Parameters<typeof importExcel>[0])
      },
      delete: ({ query, ctx }) => ctx.tx((trx) => cancelPlays(deps, ctx, trx, [query.id])),
      deleteBatch: ({ query, ctx }) => ctx.tx((trx) => cancelPlays(deps, ctx, trx, query.ids)),
      edit: ({ body, ctx }) => ctx.tx((trx) => editPlay(deps, ctx, trx, body)),
      linkRecharge: ({ body, ctx }) => ctx.tx((trx) => linkPlay(deps, ctx, trx, body)),
      settle: async ({ body, ctx }) => {
        await chargePlay(deps, ctx, body, settleBatcher)
        return withMessage(null, ctx.key)
      },
    },
    { selfKeyed: ['add', 'settle'] },
  )
}

/** Stores a refused offline start: the ride has happened and must not be lost. */
function storeRefusal(deps: Deps, ctx: CallContext, { password: _, ...body }: StartInput): void {
  ctx.afterFailure(async (failure) => {
    const error = toAppError(failure)
    // Bugs and outages are retried by the terminal; a reused key is no refusal of this start.
    if (!error || error.code === 'common.unavailable' || error.code === 'common.keyReused') return
    const { orgCode, scope, id: operatorId } = ctx.user
    const refused = { id: ctx.key, orgCode, operatorId, error, payload: body }
    await deps.db.scoped(scope, async (trx) => {
      const terminalId = await nameableTerminal(trx, ctx, body.terminalId)
      await recordRefusal(trx, { ...refused, terminalId }, deps.clock())
    })
    await deps.realtime.publish({ topic: 'refusals', orgCode })
  })
}
