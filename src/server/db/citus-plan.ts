import type pg from 'pg'

/** Where the rows of a table would be: divided by store over the workers, copied to every node, or on the coordinator alone. */
type Kind = 'distributed' | 'reference' | 'local'

export interface PlannedTable {
  name: string
  kind: Kind
  bytes: number
  /** Unique keys and foreign keys that Citus refuses, by name, with the reason. */
  refused: { name: string; why: string }[]
  /** Triggers, which would run on the workers. */
  triggers: string[]
  /** Those of them that notify the server, which listens at the coordinator alone. */
  notifying: string[]
  /** Functions with a row of the table as an argument or result: a statement on a shard cannot call them. */
  rowFunctions: number
}

/** Its rows are read together with the rows of the stores below them, so each node needs all. */
const STORE_TREE = 'store'

interface Found {
  name: string
  hasStore: boolean
  isLinked: boolean
  bytes: number
  wideKeys: string[]
  foreignKeys: { name: string; parent: string; onDelete: string; onUpdate: string; hasStore: boolean }[]
  triggers: string[]
  notifying: string[]
  rowFunctions: number
}

const FOUND = `
  select c.relname as name, o.attnum is not null as "hasStore", pg_total_relation_size(c.oid)::float8 as bytes,
    exists (select from pg_constraint k where k.contype = 'f' and c.oid in (k.conrelid, k.confrelid)) as "isLinked",
    array(select i.indexrelid::regclass::text from pg_index i
      where i.indrelid = c.oid and i.indisunique and not coalesce(o.attnum = any (i.indkey), false) order by 1) as "wideKeys",
    array(select jsonb_build_object('name', k.conname, 'parent', k.confrelid::regclass, 'onDelete', k.confdeltype,
        'onUpdate', k.confupdtype, 'hasStore', coalesce(o.attnum = any (k.conkey), false))
      from pg_constraint k where k.conrelid = c.oid and k.contype = 'f' order by k.conname) as "foreignKeys",
    array(select t.tgname::text from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal order by 1) as triggers,
    array(select t.tgname::text from pg_trigger t join pg_proc p on p.oid = t.tgfoid
      where t.tgrelid = c.oid and not t.tgisinternal and p.prosrc like '%pg_notify%' order by 1) as notifying,
    (select count(*)::int from pg_proc p where p.pronamespace = c.relnamespace and exists (
      select from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[]) || p.prorettype) used
        join pg_type y on y.oid = used where c.reltype in (y.oid, y.typelem))) as "rowFunctions"
  from pg_class c left join pg_attribute o on o.attrelid = c.oid and o.attname = 'org_code' and not o.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e')
  order by c.relname`

const kindOf = ({ name, hasStore, isLinked }: Found): Kind => {
  if (hasStore && name !== STORE_TREE) return 'distributed'
  return isLinked ? 'reference' : 'local'
}

/**
 * What each table would be on Citus, with the store as the distribution column, and which of its keys Citus refuses.
 *
 * Reads the catalog of any PostgreSQL and changes nothing. A table without refused keys can be distributed; that its statements run on
 * shards does not follow (docs/citus.md).
 */
export async function citusPlan(owner: pg.Client): Promise<PlannedTable[]> {
  const { rows } = await owner.query<Found>(FOUND)
  const kinds = new Map(rows.map((row) => [row.name, kindOf(row)]))
  return rows.map((row) => {
    const kind = kindOf(row)
    const refused = [
      ...(kind === 'distributed' ? row.wideKeys.map((name) => ({ name, why: 'unique over all stores' })) : []),
      ...row.foreignKeys.flatMap(({ name, ...key }) => {
        const why = refusalOf(kind, kinds.get(key.parent) ?? 'local', key)
        return why ? [{ name, why }] : []
      }),
    ]
    const { name, bytes, triggers, notifying, rowFunctions } = row
    return { name, kind, bytes, refused, triggers, notifying, rowFunctions }
  })
}

/** Rules of Citus for foreign keys; `n`, `d` and `c` are the catalog's codes for set null, set default and cascade. */
function refusalOf(
  kind: Kind,
  parent: Kind,
  { onDelete, onUpdate, hasStore }: Omit<Found['foreignKeys'][number], 'name' | 'parent'>,
): string | null {
  if (kind !== 'distributed') return parent === 'distributed' ? 'leads from all nodes to a distributed table' : null
  if (parent === 'distributed' && !hasStore) return 'leads to rows of other stores'
  if (hasStore && ['n', 'd'].includes(onDelete)) return 'changes rows when their parent is deleted'
  if (hasStore && ['n', 'd', 'c'].includes(onUpdate)) return 'changes rows when their parent changes'
  return null
}

const count = (number: number, one: string, many = `${one}s`): string => `${number} ${number === 1 ? one : many}`

/** The plan as lines of text, with the sums at the end. */
export function planLines(tables: readonly PlannedTable[]): string[] {
  const width = Math.max(...tables.map(({ name }) => name.length))
  const lines = tables.map(({ name, kind, bytes, refused, triggers, notifying, rowFunctions }) => {
    const remarks = [
      ...refused.map((one) => `refused: ${one.name} (${one.why})`),
      ...(kind !== 'local' && triggers.length > 0
        ? [`${count(triggers.length, 'trigger')}${notifying.length > 0 ? `, ${notifying.length} of them notify` : ''}`]
        : []),
      ...(kind === 'distributed' && rowFunctions > 0 ? [`${count(rowFunctions, 'function')} by row type`] : []),
    ]
    const size = `${(bytes / 1_048_576).toFixed(1)} MB`
    return `${kind.padEnd(11)}  ${name.padEnd(width)}  ${size.padStart(12)}  ${remarks.join('; ')}`.trimEnd()
  })
  const of = (kind: Kind) => tables.filter((table) => table.kind === kind)
  const divided = of('distributed')
  const blocked = divided.filter(({ refused }) => refused.length > 0)
  const moved = [...divided, ...of('reference')]
  const triggers = moved.reduce((sum, table) => sum + table.triggers.length, 0)
  const notifying = moved.reduce((sum, table) => sum + table.notifying.length, 0)
  const typed = divided.filter(({ rowFunctions }) => rowFunctions > 0)
  return [
    ...lines,
    '',
    `${divided.length} tables have rows of stores: ${divided.length - blocked.length} can be distributed as they are, ${blocked.length} have keys that Citus refuses.`,
    `${of('reference').length} would be reference tables, ${of('local').length} local.`,
    `${count(triggers, 'trigger')} would run on the workers; ${notifying} of them notify a server that does not listen there.`,
    `${count(typed.length, 'distributed table')} are used by functions with their row type, which statements on shards cannot call.`,
    'That a table can be distributed does not mean that the statements of Pitlane run on it: they do not (docs/citus.md).',
  ]
}
