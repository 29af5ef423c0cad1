import type { RawBuilder } from 'kysely'
import { crudTable, type ListSearch, type Writer } from '#server/core/lists/crud.ts'
import type { SignedIn } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { levelCodeByName } from '#server/features/members/index.ts'
import { projectFor, projectNames, storeFor } from '#server/features/rules/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { NO_LIMIT, unitsOf } from '#shared/features/exchange/exchange.calc.ts'
import { normalizedRate, rateProblem } from '#shared/features/exchange/exchange-rates.calc.ts'
import {
  type ExchangeRateFields,
  exchangeRateFields,
  exchangeRateResource,
} from '#shared/features/exchange/exchange-rates.contract.ts'
import { inAmounts } from './exchange-units.view.ts'

/** Rows are read with wire amounts, and written in ledger units. */
const table = crudTable(exchangeRateResource, {
  table: 'exchangeRate',
  ofStores: true,
  columns: { fromAmount: 'fromUnits', toAmount: 'toUnits', isActive: 'active' },
  complete: async (_, rows) => rows.map(inAmounts),
})
type Rules = readonly RawBuilder<unknown>[]

/** The rate with its amounts in ledger units. Throws what is wrong with it as a whole. */
function validated(rate: ExchangeRateFields): ExchangeRateFields {
  const normalized = normalizedRate(rate)
  const problem = rateProblem(normalized)
  if (problem) throw new AppError(problem.code, problem.details)
  const { fromWallet, toWallet, fromAmount, toAmount, minimum, step, dayLimit } = normalized
  return {
    ...normalized,
    fromAmount: unitsOf(fromWallet, fromAmount),
    toAmount: unitsOf(toWallet, toAmount),
    minimum: unitsOf(fromWallet, minimum),
    step: unitsOf(fromWallet, step),
    dayLimit: dayLimit === NO_LIMIT ? NO_LIMIT : unitsOf(fromWallet, dayLimit),
  }
}

/** The rate with codes for the projects and the level, which workbooks name. What it has had before is not looked up again. */
async function withCodes(
  trx: Transaction,
  orgCode: string,
  rate: ExchangeRateFields,
  before?: ExchangeRateFields,
): Promise<ExchangeRateFields> {
  const { fromProject, toProject, memberLevel } = normalizedRate(rate)
  const codeOf = (project: string, field: 'fromProject' | 'toProject') =>
    project === '' || project === before?.[field] ? project : projectFor(trx, orgCode, project, field)
  return {
    ...rate,
    fromProject: await codeOf(fromProject, 'fromProject'),
    toProject: await codeOf(toProject, 'toProject'),
    memberLevel: memberLevel === '' ? '' : await levelCodeByName(trx, orgCode, memberLevel),
  }
}

const fieldNames = Object.keys(exchangeRateFields.shape) as (keyof ExchangeRateFields)[]

/** The statements of exchange rates: each belongs to a store and is validated as a whole. */
export const exchangeRateTable = {
  ...table,
  /** For workbooks: projects by name. */
  async *each(trx: Transaction, user: SignedIn, query: ListSearch, more?: Rules) {
    const nameOf = await projectNames(trx)
    for await (const rows of table.each(trx, user, query, more)) {
      yield rows.map((row) => ({
        ...row,
        fromProject: nameOf(row.sysOrgCode, row.fromProject),
        toProject: nameOf(row.sysOrgCode, row.toProject),
      }))
    }
  },
  async add(trx: Transaction, { sysOrgCode, ...rate }: Parameters<typeof table.add>[1], writer: Writer) {
    const orgCode = await storeFor(trx, writer.user, sysOrgCode)
    const row = validated(await withCodes(trx, orgCode, rate))
    return table.add(trx, row, { ...writer, orgCode })
  },
  async edit(trx: Transaction, id: string, values: Parameters<typeof table.edit>[2], writer: Writer) {
    const { id: known } = await table.get(trx, id)
    await trx.selectFrom('exchangeRate').select('id').where('id', '=', known).forUpdate().execute()
    const before = await table.get(trx, known)
    const given = Object.entries(values).filter(([, value]) => value !== undefined)
    if (given.length === 0) return { before, after: before }
    const old = Object.fromEntries(fieldNames.map((name) => [name, before[name]])) as ExchangeRateFields
    const changed = { ...old, ...Object.fromEntries(given) } as ExchangeRateFields
    const isSwitchedOff = given.length === 1 && values.isActive === 'NO'
    const row = isSwitchedOff
      ? { isActive: 'NO' as const }
      : validated(await withCodes(trx, before.sysOrgCode, changed, old))
    const { after } = await table.edit(trx, id, row, writer)
    return { before, after }
  },
}
