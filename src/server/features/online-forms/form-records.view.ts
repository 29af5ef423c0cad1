import { withDictTexts } from '#server/core/dictionaries.ts'
import type { Deps, SignedIn } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import type { StoredData } from '#server/db/tables/online-forms.ts'
import { SEE_PHONES } from '#server/features/members/index.ts'
import { toWireTime } from '#shared/core/time.ts'
import { maskPhone } from '#shared/features/members/phone.calc.ts'
import type { FormRecord } from '#shared/features/online-forms/form-records.contract.ts'
import { dictionaryOf } from '#shared/features/online-forms/online-form.calc.ts'
import {
  type FormDefinition,
  type FormField,
  type FormValue,
  hasDictionary,
} from '#shared/features/online-forms/online-form.schema.ts'
import type { Locale } from '#shared/i18n/catalogue.ts'
import { withOwnOptions } from './form-dictionaries.service.ts'
import type { RecordRow } from './form-records.repository.ts'
import { referenceNames } from './form-references.repository.ts'
import { toWire } from './form-values.schema.ts'

type Stored = StoredData['values']

/** What the reader of records may see, and in which language. */
export interface Reader {
  user: SignedIn
  locale: Locale
}

/** Stored values as the reader sees them, in the order of the fields. */
const wireValues = (fields: readonly FormField[], stored: Stored, { user }: Reader): Record<string, FormValue> =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const value = Object.hasOwn(stored, field.key) ? stored[field.key] : undefined
      if (value === undefined) return []
      const shown = toWire(field, value)
      const isMasked = field.type === 'phone' && !user.actions.has(SEE_PHONES)
      return [[field.key, isMasked ? maskPhone(String(shown)) : shown]]
    }),
  )

/** Records as calls return them, with the texts of dictionaries and the names of what they refer to. */
export async function toRecords(
  { dictionaries }: Pick<Deps, 'dictionaries'>,
  trx: Transaction,
  definition: FormDefinition,
  rows: readonly RecordRow[],
  { reader, withRows }: { reader: Reader; withRows: boolean },
): Promise<FormRecord[]> {
  const { locale } = reader
  const known = withOwnOptions(dictionaries, definition)
  const sets = [{ fields: definition.fields, of: (data: StoredData) => [data.values] }]
  if (withRows) {
    for (const { key, fields } of definition.subTables) sets.push({ fields, of: ({ rows: all }) => all?.[key] ?? [] })
  }
  const nameOf = await referenceNames(
    trx,
    sets.flatMap(({ fields, of }) =>
      rows
        .flatMap(({ data }) => of(data))
        .flatMap((values) =>
          fields.flatMap(({ key, type }) => (values[key] === undefined ? [] : [{ type, value: String(values[key]) }])),
        ),
    ),
  )
  const textsOf = async (
    fields: readonly FormField[],
    stored: Stored,
    inTable = '',
  ): Promise<Record<string, string>> => {
    const dict = Object.fromEntries(
      fields.filter(({ type }) => hasDictionary(type)).map((field) => [field.key, dictionaryOf(field, inTable)]),
    )
    const [texts] = await withDictTexts(known, dict, [stored], locale)
    return Object.fromEntries(
      fields.flatMap(({ key, type }) => {
        if (stored[key] === undefined) return []
        const text = Object.hasOwn(dict, key)
          ? (texts as Record<string, string | null>)[`${key}_dictText`]
          : nameOf(type, String(stored[key]))
        return text ? [[key, text]] : []
      }),
    )
  }
  const records: FormRecord[] = []
  for (const row of rows) {
    const { data } = row
    const inTables: FormRecord['rows'] = {}
    const textsInTables: FormRecord['rowTexts'] = {}
    for (const { key, fields } of withRows ? definition.subTables : []) {
      const stored = data.rows?.[key] ?? []
      inTables[key] = stored.map((values) => wireValues(fields, values, reader))
      textsInTables[key] = await Promise.all(stored.map((values) => textsOf(fields, values, key)))
    }
    records.push({
      id: row.id,
      version: row.version,
      revision: row.revision,
      sysOrgCode: row.orgCode,
      sysOrgCode_dictText: row.storeName ?? null,
      createBy: row.createdBy,
      createTime: toWireTime(row.createdAt),
      updateBy: row.updatedBy,
      updateTime: row.updatedAt ? toWireTime(row.updatedAt) : null,
      deletedBy: row.deletedBy,
      deletedTime: row.deletedAt ? toWireTime(row.deletedAt) : null,
      values: wireValues(definition.fields, data.values, reader),
      texts: await textsOf(definition.fields, data.values),
      rows: inTables,
      rowTexts: textsInTables,
    })
  }
  return records
}
