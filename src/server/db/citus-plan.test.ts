import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/support/postgres/postgres.ts'
import { citusPlan, type PlannedTable, planLines } from './citus-plan.ts'
import { withClient } from './roles.ts'

/** Tables of each kind, with each key that Citus refuses beside one of the same sort that it takes. */
const TABLES = `
  create table t_place (id integer primary key);
  create table t_alone (id integer primary key);
  create table t_parent (id integer, org_code text, code text, constraint t_parent_pkey primary key (id, org_code));
  create unique index t_parent_code on t_parent (code) where code <> '';
  create unique index t_parent_code_of_store on t_parent (org_code, code);
  create index t_parent_plain on t_parent (code);
  create table t_child (
    id integer, org_code text, place_id integer, parent_id integer, other_id integer, renamed_id integer, foreign_id integer,
    foreign_code text,
    primary key (id, org_code),
    constraint t_child_place foreign key (place_id) references t_place on delete set null,
    constraint t_child_parent foreign key (parent_id, org_code) references t_parent on delete cascade,
    constraint t_child_cleared foreign key (other_id, org_code) references t_parent on delete set null (other_id),
    constraint t_child_renamed foreign key (renamed_id, org_code) references t_parent on update cascade,
    constraint t_child_foreign foreign key (foreign_id, foreign_code) references t_parent);
  create table t_everywhere (id integer primary key, child_id integer, child_code text,
    constraint t_everywhere_child foreign key (child_id, child_code) references t_child);
  create function t_tells() returns trigger language plpgsql as $$ begin perform pg_notify('t', ''); return null; end $$;
  create function t_counts() returns trigger language plpgsql as $$ begin return null; end $$;
  create trigger t_tells after insert on t_child execute function t_tells();
  create trigger t_counts after insert on t_child execute function t_counts();
  create function t_takes(one t_child) returns integer language sql as 'select 1';
  create function t_takes_many(many t_child[]) returns integer language sql as 'select 1';
  create function t_returns() returns setof t_child language sql as 'select * from t_child';`

let database: TestDatabase
let plan: Map<string, PlannedTable>
beforeAll(async () => {
  database = await createTestDatabase()
  plan = await withClient(database.ownerUrl, async (owner) => {
    await owner.query(TABLES)
    return new Map((await citusPlan(owner)).map((table) => [table.name, table]))
  })
})
afterAll(() => database.drop())

const of = (name: string): PlannedTable | undefined => plan.get(name)

it('divides tables by store, copies what they are linked with, and leaves the rest at the coordinator', () => {
  expect(of('t_child')?.kind).toBe('distributed')
  expect(of('t_place')?.kind).toBe('reference')
  expect(of('t_everywhere')?.kind).toBe('reference')
  expect(of('t_alone')?.kind).toBe('local')
  // Each node needs the tree of stores, although it has a store in its key.
  expect(of('store')?.kind).toBe('reference')
  expect(of('ledger_line')?.kind).toBe('distributed')
})

it('names the keys that Citus refuses, and no others', () => {
  expect(of('t_parent')?.refused).toEqual([{ name: 't_parent_code', why: 'unique over all stores' }])
  expect(of('t_child')?.refused).toEqual([
    { name: 't_child_cleared', why: 'changes rows when their parent is deleted' },
    { name: 't_child_foreign', why: 'leads to rows of other stores' },
    { name: 't_child_renamed', why: 'changes rows when their parent changes' },
  ])
  expect(of('t_everywhere')?.refused).toEqual([
    { name: 't_everywhere_child', why: 'leads from all nodes to a distributed table' },
  ])
  expect(of('t_place')?.refused).toEqual([])
  expect(of('request_key')?.refused).toEqual([{ name: 'request_key_pkey', why: 'unique over all stores' }])
})

it('tells what would run on the workers', () => {
  expect(of('t_child')).toMatchObject({ triggers: ['t_counts', 't_tells'], notifying: ['t_tells'], rowFunctions: 3 })
  expect(of('t_parent')).toMatchObject({ triggers: [], notifying: [], rowFunctions: 0 })
})

it('prints a line for each table, and the sums', () => {
  const tables = [of('t_child'), of('t_parent'), of('t_place'), of('t_alone')].flatMap((table) => table ?? [])
  const lines = planLines(tables.map((table) => ({ ...table, bytes: 3 * 1_048_576 })))
  expect(lines[0]).toBe(
    'distributed  t_child         3.0 MB  refused: t_child_cleared (changes rows when their parent is deleted); ' +
      'refused: t_child_foreign (leads to rows of other stores); ' +
      'refused: t_child_renamed (changes rows when their parent changes); 2 triggers, 1 of them notify; 3 functions by row type',
  )
  expect(lines[3]).toBe('local        t_alone         3.0 MB')
  expect(lines.join('\n')).toContain('2 tables have rows of stores: 0 can be distributed as they are, 2 have keys')
  expect(lines.join('\n')).toContain('1 would be reference tables, 1 local.')
})
