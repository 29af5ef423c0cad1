import type { z } from 'zod'
import type { crudTable, ListSearch, Writer } from '#server/core/lists/crud.ts'
import type { Deps, SignedIn } from '#server/core/slice.ts'
import { excelHandlers } from '#server/core/workbooks/excel.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Resource } from '#shared/core/crud.ts'
import {
  DictImport,
  type dictItemResource,
  dictResource,
  dictSheet,
} from '#shared/features/system/dictionaries.contract.ts'

type TableOf<R> =
  R extends Resource<infer E, infer C, infer U, infer F> ? ReturnType<typeof crudTable<E, C, U, F>> : never

interface SheetTables {
  dictTable: TableOf<typeof dictResource>
  itemTable: TableOf<typeof dictItemResource>
}

/** Dictionaries as workbooks in one language: a row per item, so that an exported workbook can be imported with them. */
export function dictSheetHandlers(deps: Deps, { dictTable, itemTable }: SheetTables) {
  const definition = {
    filter: dictResource.filter,
    create: DictImport,
    dict: { status: 'dict_item_status' },
    permission: 'dict',
  }

  async function* each(
    trx: Transaction,
    user: SignedIn,
    query: ListSearch,
    more: Parameters<typeof dictTable.each>[3],
  ) {
    for await (const dicts of dictTable.each(trx, user, query, more)) {
      const ids = dicts.map(({ id }) => id)
      const stored = await trx
        .selectFrom('dictionaryItem')
        .selectAll()
        .where('dictionaryId', 'in', ids)
        .orderBy('sortOrder')
        .orderBy('value')
        .execute()
      const items = stored.map((row) => itemTable.toRow(row))
      yield dicts.flatMap((dict) => {
        const own = items.filter(({ dictId }) => dictId === dict.id)
        return own.length === 0 ? [dict] : own.map((item) => ({ ...item, ...dict }))
      })
    }
  }

  /** Adds the dictionary of a row unless it is there, and its item. Returns the id of the dictionary. */
  async function add(
    trx: Transaction,
    { itemText, itemValue, sortOrder, status, ...dict }: z.output<typeof DictImport>,
    writer: Writer,
  ): Promise<string> {
    const addDict = () => dictTable.add(trx, { nameZh: dict.dictName, nameEn: dict.dictName, ...dict }, writer)
    if (!itemText || !itemValue) return addDict()
    const found = await trx
      .selectFrom('dictionary')
      .select('id')
      .where('code', '=', dict.dictCode)
      .where('deletedAt', 'is', null)
      .executeTakeFirst()
    const dictId = found?.id ?? (await addDict())
    const item = { dictId, itemText, textZh: itemText, textEn: itemText, itemValue, sortOrder, status }
    await itemTable.add(trx, item, writer)
    return dictId
  }

  return excelHandlers(deps, definition, dictSheet, { columnOf: dictTable.columnOf, count: dictTable.count, each, add })
}
