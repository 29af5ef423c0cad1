import type { FastifyInstance } from 'fastify'
import { platformOnly } from '#server/core/auth/platform.ts'
import { type Handlers, mount } from '#server/core/http/mount.ts'
import { crudHandlers, crudTable } from '#server/core/lists/crud.ts'
import type { Deps } from '#server/core/slice.ts'
import { excelHandlers } from '#server/core/workbooks/excel.ts'
import type { Transaction } from '#server/db/database.ts'
import { AppError } from '#shared/core/errors.ts'
import {
  dataSourceResource,
  dataSourceSheet,
  dataSources,
} from '#shared/features/data-sources/data-sources.contract.ts'
import { closeSources, purposeOf, storedLogin, testLogin } from './data-sources.service.ts'

const plainTable = crudTable(dataSourceResource, {
  table: 'dataSource',
  ofStores: false,
  columns: { hasPassword: 'passwordSealed' },
  codecs: { hasPassword: { toWire: (sealed) => sealed !== '', toColumn: (value) => value } },
})

/** The table with its sealed passwords. */
function tableOf(deps: Deps): typeof plainTable {
  const keepPassword = (trx: Transaction, id: string, password: string) =>
    trx
      .updateTable('dataSource')
      .set({ passwordSealed: deps.sealer.seal(password, purposeOf(id)) })
      .where('id', '=', id)
      .execute()
  return {
    ...plainTable,
    async add(trx, { dbPassword, ...values }, writer) {
      const id = await plainTable.add(trx, values, writer)
      await keepPassword(trx, id, dbPassword ?? '')
      return id
    },
    async edit(trx, id, { dbPassword, ...values }, writer) {
      const change = await plainTable.edit(trx, id, values, writer)
      const { before, after } = change
      const moved = before.dbUrl !== after.dbUrl || before.dbUsername !== after.dbUsername
      // A stored password must not be sent to an address that another user has entered.
      if (moved && !dbPassword && before.hasPassword) {
        throw new AppError('dataSources.passwordAgain', { field: 'dbPassword' })
      }
      if (dbPassword) await keepPassword(trx, id, dbPassword)
      return { before, after: await plainTable.get(trx, id) }
    },
  }
}

async function optionsOf(trx: Transaction) {
  const sources = await trx.selectFrom('dataSource').select(['code', 'name']).orderBy('code').limit(1000).execute()
  return sources.map(({ code, name }) => ({ value: code, label: name, text: name }))
}

export function dataSourcesRoutes(app: FastifyInstance, deps: Deps): void {
  app.addHook('onClose', async () => closeSources(deps))
  const table = tableOf(deps)
  const handlers = crudHandlers(deps, dataSourceResource, table, {
    changed: (ctx, { id }) => ctx.afterCommit(() => closeSources(deps, String(id))),
  })
  mount(app, deps, dataSources, {
    // Pages of others ask too: they have reports without further databases.
    options: ({ ctx }) => (ctx.user.identity === '-1' ? ctx.tx(optionsOf) : Promise.resolve([])),
    ...platformOnly<Omit<Handlers<typeof dataSources>, 'options'>>({
      ...handlers,
      ...excelHandlers(deps, dataSourceResource, dataSourceSheet, table),
      testConnection: async ({ body: { id, dbUrl, dbUsername, dbPassword }, ctx }) => {
        const login = { dbUrl, dbUsername, dbPassword: dbPassword ?? '' }
        if (login.dbPassword === '' && id) {
          const row = await ctx.tx((trx) => plainTable.get(trx, id))
          const stored = await ctx.tx((trx) => storedLogin(deps, trx, String(row.id)))
          if (stored.dbUrl === dbUrl && stored.dbUsername === dbUsername) login.dbPassword = stored.dbPassword
          else if (stored.dbPassword !== '') throw new AppError('dataSources.passwordAgain', { field: 'dbPassword' })
        }
        await testLogin(deps, login)
        return null
      },
    }),
  })
}
