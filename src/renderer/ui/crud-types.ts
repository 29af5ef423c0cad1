import { type ReactNode, use } from 'react'
import { loadCalls, loadedContract } from '#renderer/core/client.ts'
import type { Api } from '#shared/contracts.ts'
import type { Answer } from '#shared/core/client.ts'
import type { Page } from '#shared/core/envelope.ts'
import type { FieldLabels } from '#shared/core/fields.ts'
import type { CallResult, Contract } from '#shared/core/route.ts'
import type { TextKey } from '#shared/i18n/catalogue.ts'

type Listed<K extends keyof Api> = Api[K] extends { list: infer L extends Contract[string] } ? CallResult<L> : never

/** The resources with a list that has pages. */
export type CrudName = {
  [K in keyof Api]: Listed<K> extends { records: { id: string }[]; total: number } ? K : never
}[keyof Api]

/** The resources with workbooks, lists or not. */
export type SheetName = {
  [K in keyof Api]: Api[K] extends { exportXls: object; importExcel: object } ? K : never
}[keyof Api]

/** Whatever has a list or workbooks. */
export type ContractName = CrudName | SheetName

/** A row of a resource's list. */
export type RowOf<N extends CrudName> = Listed<N> extends { records: (infer R)[] } ? R & { id: string } : { id: string }

/** The calls that generic blocks make; a resource without one has no button for it. */
export interface CrudCalls<R> {
  list(input: { query: Record<string, unknown> }): Promise<Answer<Page<R>>>
  add?(input: { body: Values }): Promise<Answer<null>>
  edit?(input: { body: Values }): Promise<Answer<null>>
  delete?(input: { query: { id: string }; reason?: string }): Promise<Answer<null>>
  deleteBatch?(input: { query: { ids: string }; reason?: string }): Promise<Answer<null>>
}
export type CrudCall = keyof CrudCalls<unknown> | 'exportXls' | 'importExcel'

/** The contract of a resource, looked at by the names of its calls; whoever needs it first waits for it. */
export const useContract = (name: ContractName): Contract => loadedContract(name) ?? use(loadCalls(name)).contract

/** The same for what somebody does on a screen that has it. */
export function contractOf(name: ContractName): Contract {
  const contract = loadedContract(name)
  if (!contract) throw new Error(`the contract of ${name} is used before it is there`)
  return contract
}

export type Values = Record<string, unknown>

/** A column, also a line of the card, of the detail view and a field of the advanced query. */
export interface CrudColumn<R> {
  name: Extract<keyof R, string>
  title: TextKey
  sorter?: boolean
  width?: number
  align?: 'right'
  /** Shown only when somebody chooses it. */
  optional?: boolean
  /** Stands on a phone's card whatever comes before it: what state it is in, and since when. */
  onCard?: boolean
  /** The values it may have, where they are few: named in the list and in the history, chosen from in the advanced query. */
  options?: readonly Option[]
  render?(row: R): ReactNode
  /** How the detail view shows it, where the list shows only a part. */
  whole?(row: R): ReactNode
}

/** A column as a page names it: by the field alone where its label says all. */
export type GivenColumn<R> = Extract<keyof R, string> | (Omit<CrudColumn<R>, 'title'> & { title?: TextKey })

/** The columns of a list; what a page does not call otherwise is called as the resource's fields are. */
export const columnsOf = <R>(given: readonly GivenColumn<R>[], labels: FieldLabels): CrudColumn<R>[] =>
  given.map((one) => {
    const column = typeof one === 'object' ? one : { name: one }
    const title = column.title ?? labels[column.name]
    if (!title) throw new Error(`the column ${column.name} has no title`)
    return { ...column, title }
  })

export interface Option {
  value: string
  label: string
}

/** What can be done with a row besides changing and deleting it. */
export interface RowAction {
  key: string
  label: string
  danger?: boolean
  act(): void
}

/** What can be done with the selected rows besides deleting them. */
export interface BatchAction {
  key: string
  label: string
  act(ids: string[], done: () => void): void
}

export interface CrudActions<R> {
  row?(row: R): RowAction[]
  batch?: BatchAction[]
  /** Whether a row may be changed and deleted now; always, unless it says otherwise. */
  isOpen?(row: R): boolean
  /** Beside the button that adds. */
  head?: ReactNode
  /** Where what was done is kept, if not under the row itself; null: nowhere. */
  history?(row: R): HistoryPlace | null
  /** Fields that no column names, as people know them; for the history. */
  names?: Record<string, FieldName>
  /** After something was saved or deleted. */
  changed?(): void
}

export interface FieldName {
  title: TextKey
  options?: readonly Option[]
}

export interface HistoryPlace {
  /** The resource as its calls name it, such as `/sys/user`. */
  kind: string
  id: string
  /** Only this entry of the audit trail. */
  entry?: number
}

/** A form that adds and changes something: its dialog says what. */
export interface NamedForm<R> extends CrudForm<R> {
  /** One of what the list holds: `noun.user`. */
  noun: TextKey
}

export interface CrudForm<R> {
  width?: number
  /** The fields; null is a row that does not exist yet. */
  fields(row: R | null): ReactNode
  /** What the fields begin with, where the row alone does not say it. */
  values?(row: R | null): Values | Promise<Values>
  /** What is sent, where it is not just the fields' values. */
  body?(values: Values, row: R | null): Values
}
