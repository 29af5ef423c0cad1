import { type ReactNode, use } from 'react'
import { loadCalls, loadedContract } from '#renderer/core/client.ts'
import type { Api } from '#shared/contracts.ts'
import type { Answer } from '#shared/core/client.ts'
import type { Page } from '#shared/core/envelope.ts'
import type { FieldLabels } from '#shared/core/fields.ts'
import type { CallResult, Contract } from '#shared/core/route.ts'
import type { FigureName } from '#shared/help/figures.ts'
import type { TextKey } from '#shared/i18n/catalogue.ts'

type Listed<K extends keyof Api> = Api[K] extends { list: infer L extends Contract[string] } ? CallResult<L> : never

/** The resources with a paged list. */
export type CrudName = {
  [K in keyof Api]: Listed<K> extends { records: { id: string }[]; total: number } ? K : never
}[keyof Api]

/** The resources with workbooks, with or without a list. */
export type SheetName = {
  [K in keyof Api]: Api[K] extends { exportXls: object; importExcel: object } ? K : never
}[keyof Api]

/** The resources with a list or workbooks. */
export type ContractName = CrudName | SheetName

/** A row of a resource's list. */
export type RowOf<N extends CrudName> = Listed<N> extends { records: (infer R)[] } ? R & { id: string } : { id: string }

/** The calls that generic blocks make; without a call its button is not shown. */
export interface CrudCalls<R> {
  list(input: { query: Record<string, unknown> }): Promise<Answer<Page<R>>>
  add?(input: { body: Values }): Promise<Answer<null>>
  edit?(input: { body: Values }): Promise<Answer<null>>
  delete?(input: { query: { id: string }; reason?: string }): Promise<Answer<null>>
  deleteBatch?(input: { query: { ids: string }; reason?: string }): Promise<Answer<null>>
  undelete?(input: { body: { ids: string } }): Promise<Answer<null>>
}
export type CrudCall = keyof CrudCalls<unknown> | 'exportXls' | 'importExcel'

/** The contract of a resource by the names of its calls; suspends until it is loaded. */
export const useContract = (name: ContractName): Contract => loadedContract(name) ?? use(loadCalls(name)).contract

/** The same outside of rendering. Throws where the contract is not loaded. */
export function contractOf(name: ContractName): Contract {
  const contract = loadedContract(name)
  if (!contract) throw new Error(`the contract of ${name} is used before it is there`)
  return contract
}

/** The path of a call, with the values of its parameters. */
export const pathOf = (call: Contract[string] | undefined, params: Record<string, string> = {}): string =>
  (call?.path ?? '').replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))

export type Values = Record<string, unknown>

/** A column; also a line of the card and the detail view, and a field of the advanced query. */
export interface CrudColumn<R> {
  name: Extract<keyof R, string>
  title: TextKey
  sorter?: boolean
  width?: number
  align?: 'right'
  /** The figure that it shows, whose definition stands beside the title. */
  figure?: FigureName
  /** Hidden until the user selects it. */
  optional?: boolean
  /** Always shown on a phone's card, whatever its position, for example the state and its time. */
  onCard?: boolean
  /** The possible values where they are few: gives their texts in the list and history, and a choice in the advanced query. */
  options?: readonly Option[]
  render?(row: R): ReactNode
  /** Renders the full value in the detail view, where the list shows only a part. */
  whole?(row: R): ReactNode
}

/** A column as a page declares it: only the field's name where the defaults suffice. */
export type ColumnInput<R> = Extract<keyof R, string> | (Omit<CrudColumn<R>, 'title'> & { title?: TextKey })

/** The columns of a list; labels default to those of the resource's fields. */
export const columnsOf = <R>(given: readonly ColumnInput<R>[], labels: FieldLabels): CrudColumn<R>[] =>
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

/** An action on a row besides edit and delete. */
export interface RowAction {
  key: string
  label: string
  danger?: boolean
  act(): void
}

/** An action on the selected rows besides delete. */
export interface BatchAction {
  key: string
  label: string
  act(ids: string[], done: () => void): void
}

export interface CrudActions<R> {
  row?(row: R): RowAction[]
  batch?: BatchAction[]
  /** Whether a row may be edited and deleted now; by default always. */
  isOpen?(row: R): boolean
  /** Rendered next to the add button. */
  head?: ReactNode
  /** Where the row's history is stored, if not under the row itself; null where it has none. */
  history?(row: R): HistoryTarget | null
  /** Labels for the history of fields that are not columns. */
  names?: Record<string, FieldName>
  /** Brings back deleted rows, where the resource has a recycle bin; returns the message to show. */
  undo?(ids: string[]): Promise<string>
  /** Called after a save or delete. */
  changed?(): void
}

export interface FieldName {
  title: TextKey
  options?: readonly Option[]
}

export interface HistoryTarget {
  /** The path of the resource's calls, such as `/sys/user`. */
  kind: string
  id: string
  /** Shows only this entry of the audit trail. */
  entry?: number
}

/** A form to create and edit; its dialog names the subject. */
export interface NamedForm<R> extends CrudForm<R> {
  /** The noun for one row, such as `noun.user`. */
  noun: TextKey
}

export interface CrudForm<R> {
  width?: number
  /** The fields; the row is null when creating. */
  fields(row: R | null): ReactNode
  /** The initial values; by default those of the row. */
  values?(row: R | null): Values | Promise<Values>
  /** Throws what is wrong with the values as a whole, before they are sent. */
  check?(values: Values, row: R | null): void
  /** The request body; by default the fields' values. An edit sends only what differs from the body of the initial values. */
  body?(values: Values, row: R | null): Values
  /** Groups of fields of the body that an edit sends together, where the call cannot take one alone. */
  together?: readonly (readonly string[])[]
}
