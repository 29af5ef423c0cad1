import type { FastifyInstance } from 'fastify'
import { mount } from '#server/core/http/mount.ts'
import { crudHandlers, crudTable } from '#server/core/lists/crud.ts'
import { undoHandlers } from '#server/core/lists/undo.ts'
import type { Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { AppError } from '#shared/core/errors.ts'
import { newId } from '#shared/core/id.ts'
import { defaultLevels } from '#shared/features/members/default-levels.calc.ts'
import { memberLevelResource, memberLevels } from '#shared/features/members/member-levels.contract.ts'
import { countMembers, countRaisable, hasLevels, levelKey, raiseMembers } from './member-levels.repository.ts'

/** Members raised by one call; their rows stay locked until it ends. */
const RAISE_BATCH_SIZE = 1000

const table = crudTable(memberLevelResource, { table: 'memberLevel', ofStores: true })

export function memberLevelsRoutes(app: FastifyInstance, deps: Deps): void {
  /** Notifies the counters, whose prices depend on levels. */
  const notifyCounters = (trx: Transaction, orgCode: string) =>
    deps.realtime.publish({ topic: 'snapshot', orgCode }, trx)
  const levels = {
    ...table,
    /** A level without a code gets one; users know levels by name. */
    async add(...[trx, values, writer]: Parameters<typeof table.add>) {
      await notifyCounters(trx, writer.user.orgCode)
      return table.add(trx, { ...values, code: values.code ?? `level-${newId().slice(-8)}` }, writer)
    },
    async edit(...[trx, ...rest]: Parameters<typeof table.edit>) {
      const change = await table.edit(trx, ...rest)
      await notifyCounters(trx, change.after.sysOrgCode)
      return change
    },
    async remove(...[trx, ids]: Parameters<typeof table.remove>) {
      const rows = await table.remove(trx, ids)
      for (const orgCode of new Set(rows.map(({ sysOrgCode }) => sysOrgCode))) await notifyCounters(trx, orgCode)
      return rows
    },
    page: async (...args: Parameters<typeof table.page>) => {
      const page = await table.page(...args)
      const counts = await countMembers(args[0], page.records)
      const memberCount = (level: (typeof page.records)[number]) =>
        counts.get(levelKey(level.sysOrgCode, level.code)) ?? 0
      return { ...page, records: page.records.map((level) => ({ ...level, memberCount: memberCount(level) })) }
    },
  }
  mount(app, deps, memberLevels, {
    ...crudHandlers(deps, memberLevelResource, levels),
    ...undoHandlers(deps, memberLevelResource, levels, {
      restored: (trx, { sysOrgCode }) => notifyCounters(trx, sysOrgCode),
    }),
    addUsual: ({ ctx }) =>
      ctx.tx(async (trx) => {
        const { user, locale } = ctx
        if (user.orgCode === '') throw new AppError('auth.chooseStore')
        if (await hasLevels(trx, user.orgCode)) return { added: 0 }
        const rows = defaultLevels(user.orgCode, locale)
        const creation = { createdBy: user.username, createdAt: deps.clock() }
        await trx
          .insertInto('memberLevel')
          .values(rows.map((row) => ({ ...row, ...creation })))
          .execute()
        await notifyCounters(trx, user.orgCode)
        for (const after of rows) ctx.touched({ id: after.id, after })
        return { added: rows.length }
      }),
    raisable: async ({ ctx }) => {
      const found = await ctx.tx((trx) => countRaisable(trx, ctx.user.orgCode))
      return { total: found.reduce((sum, { count }) => sum + count, 0), levels: found }
    },
    raise: ({ ctx }) =>
      ctx.tx(async (trx) => {
        const raised = await raiseMembers(trx, ctx.user.orgCode, RAISE_BATCH_SIZE, deps.clock(), ctx)
        return { raised, isDone: raised < RAISE_BATCH_SIZE }
      }),
  })
}
