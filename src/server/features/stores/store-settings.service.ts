import { hash } from '@node-rs/argon2'
import type { Selectable } from 'kysely'
import type { z } from 'zod'
import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'
import { AppError } from '#shared/core/errors.ts'
import { fromMinor, toMinor } from '#shared/core/money.ts'
import { toWireTime } from '#shared/core/time.ts'
import type { StoreSettings, StoreSettingsEdit } from '#shared/features/stores/store-settings.contract.ts'
import {
  type SettingName,
  type StoreSettingValues,
  settingList,
  settingNames,
} from '#shared/features/stores/store-settings.schema.ts'

type Row = Selectable<Tables['store']>
type Given = Omit<z.output<typeof StoreSettingsEdit>, 'orgCode'>

/** Secrets are stored as hashes, in columns of their own. */
const hashColumns = { tvPassword: 'tvPasswordHash' } as const
type SecretName = keyof typeof hashColumns
const isSecret = (name: SettingName): name is SecretName => name in hashColumns

/** The settings of a store in their wire form. */
function valuesOf(row: Row): StoreSettingValues {
  const wire = (name: SettingName): unknown => {
    if (isSecret(name)) return ''
    const value = row[name]
    return settingList[name].kind === 'amount' ? fromMinor(Number(value)) : value
  }
  // The column's constraint allows only values of the setting's schema.
  return Object.fromEntries(settingNames.map((name) => [name, wire(name)])) as StoreSettingValues
}

/** The columns that the settings of an input set. */
async function columnsOf(given: Given): Promise<Record<string, unknown>> {
  const set: Record<string, unknown> = {}
  for (const name of settingNames) {
    const value = given[name]
    if (value === undefined) continue
    if (isSecret(name)) set[hashColumns[name]] = value === '' ? null : await hash(String(value))
    else set[name] = settingList[name].kind === 'amount' ? toMinor(Number(value)) : value
  }
  return set
}

/** The two states, reduced to the settings of the input. */
const shown = (values: StoreSettingValues, given: Given) =>
  Object.fromEntries(settingNames.filter((name) => given[name] !== undefined).map((name) => [name, values[name]]))

const storesInScope = (trx: Transaction): Promise<Row[]> =>
  trx.selectFrom('store').selectAll().where('kind', '=', 'store').orderBy('orgCode').execute()

/** The settings of a store; all reads and changes go through here. */
export function storeSettingsService({ realtime, clock }: Pick<Deps, 'realtime' | 'clock'>) {
  return {
    query: (orgCode: string | undefined, ctx: CallContext): Promise<StoreSettings | null> =>
      ctx.tx(async (trx) => {
        const stores = await storesInScope(trx)
        const own = stores.find((store) => store.orgCode === (orgCode ?? ctx.user.orgCode))
        if (orgCode && !own) throw new AppError('common.recordNotFound')
        const row = own ?? stores[0]
        if (!row) return null
        return {
          id: row.id,
          orgCode: row.orgCode,
          departName: row.name,
          stores: stores.map((store) => ({ orgCode: store.orgCode, departName: store.name })),
          values: valuesOf(row),
          secrets: settingNames.filter((name) => isSecret(name) && row[hashColumns[name]] !== null),
          acceptsCash: row.acceptsCash,
          apps: row.apps,
          endTime: row.endTime && toWireTime(row.endTime),
        }
      }),

    async edit({ orgCode, ...given }: z.output<typeof StoreSettingsEdit>, ctx: CallContext): Promise<void> {
      const columns = await columnsOf(given)
      await ctx.tx(async (trx) => {
        const before = await trx
          .selectFrom('store')
          .selectAll()
          .where('orgCode', '=', orgCode)
          .where('kind', '=', 'store')
          .forUpdate()
          .executeTakeFirst()
        if (!before) throw new AppError('common.recordNotFound')
        if (Object.keys(columns).length === 0) return
        const after = await trx
          .updateTable('store')
          .set({ ...columns, updatedBy: ctx.user.username, updatedAt: clock() })
          .where('id', '=', before.id)
          .returningAll()
          .executeTakeFirstOrThrow()
        ctx.touched({ id: before.id, before: shown(valuesOf(before), given), after: shown(valuesOf(after), given) })
      })
      // Counters show limits and names of the settings, and terminals print by them.
      ctx.afterCommit(() => realtime.publish({ topic: 'snapshot', orgCode }))
    },
  }
}
