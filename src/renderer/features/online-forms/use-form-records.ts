import { useQuery } from '@tanstack/react-query'
import { client } from '#renderer/core/client.ts'
import { firstList, initialList, listQueryOf, useListState } from '#renderer/ui/crud/crud-state.ts'
import type { Values } from '#renderer/ui/crud/crud-types.ts'
import type { FormRecord } from '#shared/features/online-forms/form-records.contract.ts'
import type { FormDefinition } from '#shared/features/online-forms/online-form.schema.ts'

/** A record as lists show it: its values beside the names that every record has. */
export type RecordRow = FormRecord & Record<string, unknown>

/** A record with its values, and the texts of those that have one. */
export const toRow = (record: FormRecord): RecordRow => ({
  ...record.values,
  ...Object.fromEntries(Object.entries(record.texts).map(([key, text]) => [`${key}_dictText`, text])),
  ...record,
})

/** The published version of a form, and what the user may do with its records. */
export const useForm = (code: string) =>
  useQuery({
    queryKey: ['crud', 'formRecords', code, 'form'],
    queryFn: async () => (await client.formRecords.form({ params: { code } })).result,
  })

const asTexts = (query: Values): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query)
      .filter(([, value]) => value !== undefined && value !== null && value !== '')
      .map(([name, value]) => [name, String(value)]),
  )

/** The list of a form's records with its search state. */
export function useFormRecords(code: string) {
  const [state, turn] = useListState(`form ${code}`, firstList())
  const query = asTexts(listQueryOf(state))
  const list = useQuery({
    queryKey: ['crud', 'formRecords', code, query],
    queryFn: async () => (await client.formRecords.list({ params: { code }, query })).result,
    placeholderData: (before) => before,
  })
  return {
    state,
    first: initialList,
    turn,
    query,
    list,
    read: async (page: { pageNo: number; pageSize: number }) => {
      const { records, ...rest } = (
        await client.formRecords.list({
          params: { code },
          query: { ...query, pageNo: String(page.pageNo), pageSize: String(page.pageSize) },
        })
      ).result
      return { ...rest, records: records.map(toRow) }
    },
    records: (list.data?.records ?? []).map(toRow),
    total: list.data?.total ?? 0,
    counted: list.data?.searchCount,
  }
}

/** What a form sends: values by field, and the rows of its sub-tables. A value that was emptied is null. */
export function bodyOfValues(values: Values, { subTables }: FormDefinition) {
  const tables = new Set(subTables.map(({ key }) => key))
  const isTable = ([key]: [string, unknown]) => tables.has(key)
  const withNulls = (given: object) =>
    Object.fromEntries(
      Object.entries(given).map(([key, value]) => [key, value === undefined || value === '' ? null : value]),
    )
  const entries = Object.entries(values)
  return {
    values: withNulls(Object.fromEntries(entries.filter((one) => !isTable(one)))),
    rows: Object.fromEntries(
      entries.filter(isTable).map(([key, rows]) => [key, ((rows ?? []) as object[]).map(withNulls)]),
    ),
  }
}
