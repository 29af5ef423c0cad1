import type { RawBuilder } from 'kysely'
import { itemValueOf } from '#shared/core/family-names.ts'
import type { CopiedPart } from '#shared/features/stores/new-store.contract.ts'
import type { TextKey } from '#shared/i18n/catalogue.ts'

/** The roles of a new system besides the platform administrator, who has all rights; stores add their own. */
export type BuiltInRole = 'hq' | 'manager' | 'coach' | 'cashier' | 'partner'

/** An action code: a module and what is done in it. */
export type ActionCode = `${string}:${string}`

/** A menu entry of a new system; administrators may move and rename it. */
export interface MenuEntry {
  id: `menu-${string}`
  title: TextKey
  icon: string
  /** The key of the page in the renderer, or `layouts/RouteView` for an entry that only groups. */
  component: string
  url: `/${string}`
  /** The route's name, if it differs from the one that the API family derives from the address. */
  name?: string
  /** Its position among all entries; an entry comes after its parent. */
  order: number
  /** The parent entry; left out: the top level. */
  parent?: `menu-${string}`
  /** Not shown in the menu; other pages link to it. */
  hidden?: boolean
  /** Modules of action codes whose actions are buttons of the page. */
  modules?: readonly string[]
  /** The roles that see it. */
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
  items: values.map((value) => ({ value: itemValueOf(code, value), title: `${prefix}.${value}` as TextKey })),
})

/** A table whose rows a new store may copy from another store, and the part that it belongs to. */
export interface CopiedTable {
  part: CopiedPart
  table: string
}

/** Columns for which a user may check that a value is unused, by the table name that the API family's clients send. */
export interface UniqueColumns {
  table: string
  /** Our columns by the names that they send. */
  fields: Readonly<Record<string, string>>
  /** A further condition on the table aliased `t`, besides row-level security. */
  where?: RawBuilder<unknown>
}

/** A table that pickers may read as a dictionary (`table,text,code`), with the columns that they may name. */
export interface TableDictionary {
  table: string
  /** Our columns by the names that the family's clients send. */
  texts: Readonly<Record<string, string>>
  codes: Readonly<Record<string, string>>
  /** A further condition besides row-level security, which the table may not have. */
  where?: RawBuilder<unknown>
  /** If the rows are a tree: the column with the parent's id. */
  above?: { field: string; column: string }
}
