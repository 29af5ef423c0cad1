import type { ColumnType, Generated } from 'kysely'
import type { FormDefinition } from '#shared/features/online-forms/online-form.schema.ts'

type Json<T> = ColumnType<T, string, string>

interface OnlineForm {
  id: string
  /** The organisation that made it; empty: the platform. */
  ownerCode: string
  code: string
  nameZh: string
  nameEn: string
  icon: Generated<string>
  draft: Json<FormDefinition>
  draftNo: Generated<number>
  publishedVersion: number | null
  /** The column of the records that serves each searchable field, by key. */
  slots: ColumnType<Record<string, string>, string | undefined, string>
  createdBy: Generated<string>
  createdAt: Date
  updatedBy: string | null
  updatedAt: Date | null
}

interface OnlineFormVersion {
  formId: string
  version: number
  ownerCode: string
  definition: ColumnType<FormDefinition, string, never>
  publishedBy: string
  publishedAt: Date
}

/** A value as records store it: a time with its offset, an amount in minor units. */
type StoredValue = string | number | boolean

/** What a record holds; `rows` has those of its sub-tables. */
export interface StoredData {
  values: Record<string, StoredValue>
  rows?: Record<string, Record<string, StoredValue>[]>
}

interface OnlineFormRecord {
  id: string
  orgCode: string
  formId: string
  version: number
  revision: Generated<number>
  data: Json<StoredData>
  /** Copies of values of searchable fields, as `onlineForm.slots` assigns them. */
  text1: string | null
  text2: string | null
  text3: string | null
  text4: string | null
  text5: string | null
  text6: string | null
  text7: string | null
  text8: string | null
  number1: number | null
  number2: number | null
  number3: number | null
  number4: number | null
  date1: string | null
  date2: string | null
  date3: string | null
  time1: Date | null
  time2: Date | null
  time3: Date | null
  deletedAt: Date | null
  deletedBy: string | null
  createdBy: Generated<string>
  createdAt: Date
  updatedBy: string | null
  updatedAt: Date | null
}

interface OnlineFormUnique {
  formId: string
  field: string
  scopeCode: string
  valueHash: string
  recordId: string
  /** The store of the record. */
  recordOrg: string
}

export interface OnlineFormTables {
  onlineForm: OnlineForm
  onlineFormVersion: OnlineFormVersion
  onlineFormRecord: OnlineFormRecord
  onlineFormUnique: OnlineFormUnique
}
