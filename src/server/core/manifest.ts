import type { RawBuilder } from 'kysely'
import type { CopiedPart } from '#shared/features/stores/new-store.contract.ts'
import type { TextKey } from '#shared/i18n/catalogue.ts'

/** The roles of a new system besides the platform administrator, who may do everything; stores add their own. */
export type BuiltInRole = 'hq' | 'manager' | 'coach' | 'cashier' | 'partner'

/** An action code: a module and what is done in it. */
export type ActionCode = `${string}:${string}`

/** An entry of the menu as a new system has it; administrators may move and rename it. */
export interface MenuEntry {
  id: `menu-${string}`
  title: TextKey
  icon: string
  /** The key under which a slice of the renderer has the page, or `layouts/RouteView` for an entry that only groups. */
  component: string
  url: `/${string}`
  /** The route's name, where it is not what the family derives from the address. */
  name?: string
  /** Where it stands among all entries; an entry comes after its parent. */
  order: number
  /** The entry that it stands below; left out: the top level. */
  parent?: `menu-${string}`
  /** Reached from elsewhere, not from the menu. */
  hidden?: boolean
  /** Modules of action codes whose buttons belong to the page. */
  modules?: readonly string[]
  /** Who sees it. */
  roles: readonly BuiltInRole[]
}

/** Values with a name for each, as pickers and workbooks show them. */
export interface ReferenceDictionary {
  code: string
  name: TextKey
  items: readonly { value: string; title: TextKey }[]
}

/** A dictionary whose items are named `<prefix>.<value>`. */
export const dictionaryOf = (
  code: string,
  name: TextKey,
  values: readonly string[],
  prefix: string,
): ReferenceDictionary => ({
  code,
  name,
  // The texts exist for every value; a test asks for each of them.
  items: values.map((value) => ({ value, title: `${prefix}.${value}` as TextKey })),
})

/** A table of which a new store may begin with a copy of another store's rows, and what it is part of. */
export interface CopiedTable {
  part: CopiedPart
  table: string
}

/** Columns of a table of which anybody may ask whether a value is free, by the name that the family's clients send. */
export interface UniqueColumns {
  table: string
  /** Our columns by the names that they send. */
  fields: Readonly<Record<string, string>>
  /** Besides row-level security, of the table aliased `t`. */
  where?: RawBuilder<unknown>
}

/** A table that pickers may read as a dictionary (`table,text,code`), with the columns that they may name. */
export interface TableDictionary {
  table: string
  /** Our columns by the names that the family's clients send. */
  texts: Readonly<Record<string, string>>
  codes: Readonly<Record<string, string>>
  /** Besides row-level security, which the table may not have. */
  where?: RawBuilder<unknown>
  /** Where the rows are a tree: the column with the id of the row above. */
  above?: { field: string; column: string }
}
