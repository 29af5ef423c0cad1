import { beforeAll, describe, expect, it } from 'vitest'
import { EVERY_STORE, scopeOf } from '#server/db/database.ts'
import { REPORT_ROLE } from '#server/db/report-role.ts'
import { withClient } from '#server/db/roles.ts'
import type { ReportDefinition } from '#shared/features/custom-reports/custom-reports.schema.ts'
import type { TestClient } from '#tests/support/server.ts'
import { codeOf } from '#tests/support/venue/refusals.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { STORE } from '#tests/support/venue/venue.ts'
import { checkedStatement } from './sql-check.calc.ts'
import { runStatement } from './sql-report.service.ts'

const { server, venue, admin, hq } = await testVenue(['admin', 'hq'])

const definitionOf = (statement: string, more: Partial<ReportDefinition> = {}): ReportDefinition => ({
  source: 'sql',
  columns: [],
  filters: [],
  sort: [],
  limit: 100,
  display: 'table',
  across: '',
  sql: { statement, dataSource: '' },
  ...more,
})
const run = async (statement: string, more?: Partial<ReportDefinition>, by: TestClient = admin) =>
  (await by.customReports.run({ body: { definition: definitionOf(statement, more) } })).result
const refusal = (statement: string) => codeOf(run(statement))

beforeAll(async () => {
  await venue.member({ realname: '王大锤' })
})

describe('a statement', () => {
  it('reads, groups and joins, with comments and texts in it', async () => {
    const { columns, rows, isCut } = await run(`
      -- how many /* stores */ there are
      with s as (select org_code as code, name from store where kind = 'store' /* no chains; */)
      select name as "门店", count(*) as n, sum(coalesce(o.amount, 0)) / 100.0 as yuan, max('; -- '';') as text
        from s left join consume_order o on o.org_code = s.code group by s.name order by 1`)
    expect(columns.map(({ title, kind }) => [title, kind])).toEqual([
      ['门店', 'text'],
      ['n', 'number'],
      ['yuan', 'number'],
      ['text', 'text'],
    ])
    expect(rows.map((row) => row[3])).toEqual(["; -- ';", "; -- ';"])
    expect(isCut).toBe(false)
  })

  it('is for the platform administrator only, also when it is stored or named', async () => {
    const definition = definitionOf('select 1 as one')
    expect(await codeOf(run('select 1 as one', {}, hq))).toBe('customReport.sourceForbidden')
    const content = { name: 'SQL', about: '', roles: ['hq'], definition }
    expect(await codeOf(hq.customReports.add({ body: content }))).toBe('customReport.sourceForbidden')
    const { result } = await admin.customReports.add({ body: content })
    expect((await admin.customReports.runSaved({ body: { id: result.id } })).result.rows).toEqual([[1]])
    expect(await codeOf(hq.customReports.runSaved({ body: { id: result.id } }))).toBe('customReport.sourceForbidden')
    expect((await hq.customReports.sources()).result.map(({ code }) => code)).not.toContain('sql')
    expect((await admin.customReports.sources()).result.at(-1)?.code).toBe('sql')
  })

  it('sees the stores of its scope only', async () => {
    const countIn = (scope: typeof EVERY_STORE) =>
      server.deps.db.scoped(
        scope,
        (trx) => runStatement(trx, 'select count(distinct org_code) as n from vehicle', 10),
        'lists',
      )
    expect((await countIn(EVERY_STORE)).rows).toEqual([[2]])
    expect((await countIn(scopeOf(STORE))).rows).toEqual([[1]])
    expect((await countIn(scopeOf('Z99'))).rows).toEqual([[0]])
  })

  it('says so when it is cut by rows or by bytes, and ends after its time', async () => {
    expect(await run('select v.id from vehicle v cross join vehicle w', { limit: 3 })).toMatchObject({
      isCut: true,
      rows: { length: 3 },
    })
    const wide = `select ${Array.from({ length: 40 }, (_, at) => `'${'x'.repeat(200)}' as c${at}`).join(', ')} from vehicle v cross join vehicle w cross join vehicle x`
    const { rows, isCut } = await run(wide, { limit: 5000 })
    expect(isCut || rows.length < 5000).toBe(true)
    expect(JSON.stringify(rows).length).toBeLessThan(5_000_000)
    const endless = `select count(*) as n from consume_order a, consume_order b, consume_order c, consume_order d, consume_order e where a.remark <> b.remark || c.remark || d.remark || e.remark`
    expect(await refusal(endless)).toBe('lists.tooSlow')
  }, 30_000)

  it('whose syntax or names are wrong says what is wrong', async () => {
    for (const statement of [
      'select from',
      'select * from nothing',
      'select 1 / 0 as n from store',
      `select 'a'::integer as n`,
    ])
      expect([statement, await refusal(statement)]).toEqual([statement, 'customReport.sqlWrong'])
  })
})

/** Each attack by its name; none gets as far as the database. */
const REFUSED: Record<string, string> = {
  'a second statement': 'select 1; delete from member',
  'a second statement behind a comment': 'select 1 /* */ ; drop table member',
  'the end of the subquery': 'select 1) q; drop table member; --',
  'the end of the subquery without a semicolon': 'select 1 as a) q, (select 2 as b',
  'a nested comment': 'select 1 /* /* */ ; delete from member */',
  'reset role': 'reset role',
  'set role': 'set role pitlane_app',
  'set pitlane.scope': `set pitlane.scope = ''`,
  'set_config of the scope': `select set_config('pitlane.scope', '', true)`,
  'set_config in quotation marks': `select "set_config"('pitlane.scope', '', true)`,
  'set_config in capitals': `select SET_CONFIG ('role', 'pitlane_app', true)`,
  'set_config behind a comment': `select set_config/**/('role', 'none', true)`,
  'set_config of a schema': `select pg_catalog.set_config('role', 'none', true)`,
  'set_config in escapes': `select U&"set\\005fconfig"('role', 'none', true)`,
  current_setting: `select current_setting('data_directory')`,
  pg_sleep: 'select pg_sleep(60)',
  'pg_sleep as a table': 'select * from pg_sleep(60)',
  pg_read_file: `select pg_read_file('/etc/passwd')`,
  pg_ls_dir: `select * from pg_ls_dir('/')`,
  pg_stat_file: `select * from pg_stat_file('/etc/passwd')`,
  lo_import: `select lo_import('/etc/passwd')`,
  lo_export: `select lo_export(1, '/tmp/x')`,
  dblink: `select * from dblink('host=127.0.0.1', 'select 1') as t (a int)`,
  pg_terminate_backend: 'select pg_terminate_backend(1)',
  pg_cancel_backend: 'select pg_cancel_backend(1)',
  'an advisory lock': 'select pg_advisory_lock(7019283110)',
  'an advisory lock of the transaction': 'select pg_try_advisory_xact_lock(1)',
  pg_notify: `select pg_notify('bus', '{}')`,
  pg_logical_emit_message: `select pg_logical_emit_message(false, 'a', 'b')`,
  pg_class: 'select * from pg_class',
  pg_authid: 'select rolpassword from pg_authid',
  pg_stat_activity: 'select query from pg_stat_activity',
  information_schema: 'select * from information_schema.tables',
  'COPY to a program': `copy member to program 'sh'`,
  'COPY in a subquery': `select * from (copy member to stdout) x`,
  DO: `do $$ begin perform 1; end $$`,
  'a dollar quote': 'select $a$x$a$ as a',
  'a parameter of the driver': 'select $1 as a',
  'an escape text': `select E'\\'' as a`,
  'select into': 'select * into temp t from member',
  'create table as': 'create temp table t as select 1',
  'a writing with': 'with x as (delete from member returning *) select * from x',
  'an inserting with': `with x as (insert into store (id) values ('a') returning *) select * from x`,
  'for update': 'select * from vehicle for update',
  'a large generate_series': 'select * from generate_series(1, 1000000000)',
  'endless recursion': 'with recursive x as (select 1 as n union all select n + 1 from x) select count(*) from x',
  'a huge text': `select repeat('x', 1000000000) as x`,
  'doubled texts': `with a as (select 'xxxxxxxxxx' as x)${Array.from({ length: 12 }, (_, at) => `, a${at} as (select x || x as x from a${at === 0 ? '' : at - 1})`).join('')} select x from a11`,
  'a security definer function': `select people_with('consume:add', 'A01')`,
  'a function of the product': `select * from find_signed_in('x')`,
  query_to_xml: `select query_to_xml('delete from member', true, true, '')`,
  'the operator of a schema': 'select 1 operator(pg_catalog.+) 2',
  'a name of the catalogue': `select 'member'::regclass`,
  'the user': 'select current_user as who',
  explain: 'explain analyze select 1',
  listen: 'listen bus',
  prepare: 'prepare x as select 1',
  'an unclosed text': `select 'abc`,
  'an unclosed comment': 'select 1 /* abc',
  nothing: '  ',
}

/** What the role may not read, whatever the check lets through. */
const UNREADABLE: Record<string, string> = {
  'password hashes': 'select password_hash from user_account',
  tokens: 'select token_hash from access_token',
  'consumption passwords': 'select consume_password from member',
  'sealed identity numbers': 'select id_number_sealed from member',
  phones: 'select phone from member',
  'all columns of members': 'select * from member',
  'a row of members as a whole': 'select m from member m',
  'face templates': 'select * from face_template',
  'payment providers': 'select * from payment_provider',
  'keys of kiosks': 'select key_hash from kiosk',
  'keys of guests': 'select guest_key from queue_entry',
  'the answers of calls': 'select * from request_key',
  'codes of coupons': 'select code from coupon_code',
  'codes that paid for orders': 'select coupon_code from consume_order',
  'audit entries': 'select * from audit_entry',
  'data sources': 'select * from data_source',
}

describe('a personal token of the platform administrator', () => {
  it('runs and sees no statement, because that would read more than its actions show', async () => {
    const body = { name: 'BI', actions: ['customreport:list'], stores: [STORE] }
    const program = server.client((await admin.accessTokens.add({ body })).result.token)
    const forbidden = 'customReport.sourceForbidden'
    for (const dataSource of ['', 'other']) {
      const definition = definitionOf('', { sql: { statement: 'select count(*) as n from member', dataSource } })
      expect(await codeOf(program.customReports.run({ body: { definition } }))).toBe(forbidden)
    }
    expect((await program.customReports.sources()).result.map(({ code }) => code)).not.toContain('sql')
  })
})

describe('a hostile statement', () => {
  it.each(Object.entries(REFUSED))('is refused: %s', async (_, statement) => {
    expect(await refusal(statement)).toBe('customReport.sqlRefused')
  })

  it.each(Object.entries(UNREADABLE))('cannot read %s', async (_, statement) => {
    expect(await refusal(statement)).toBe('customReport.sqlWrong')
  })

  it('has no effect on the next one of its connection', async () => {
    await Promise.all(Object.values(REFUSED).slice(0, 8).map(refusal))
    for (let at = 0; at < 8; at++)
      expect((await run('select count(*) as n from member')).rows[0]?.[0]).toBeGreaterThan(0)
    // Calls of the product write as before.
    await venue.member()
  })
})

describe('the role of reports', () => {
  it('owns nothing, cannot sign in, writes nothing and reads no secret, also without the check', async () => {
    await withClient(server.database.ownerUrl, async (owner) => {
      const { rows } = await owner.query<Record<string, boolean>>(
        `select rolcanlogin or rolsuper or rolbypassrls or rolcreaterole or rolcreatedb as powerful,
            exists (select from pg_class c where c.relowner = r.oid) as owns,
            exists (select from information_schema.role_table_grants g where g.grantee = r.rolname and g.privilege_type <> 'SELECT') as writes,
            exists (select from information_schema.column_privileges p where p.grantee = r.rolname
              and p.column_name ~ '(password|hash|secret|sealed|token|key_|_key|openid|phone|template|private)' and p.column_name <> 'template_code') as secrets
          from pg_roles r where r.rolname = $1`,
        [REPORT_ROLE],
      )
      expect(rows).toEqual([{ powerful: false, owns: false, writes: false, secrets: false }])
      // Every readable table with rows of stores is under row-level security.
      const { rows: open } = await owner.query<{ name: string }>(
        `select distinct c.relname as name from information_schema.column_privileges p join pg_class c on c.relname = p.table_name
          where p.grantee = $1 and not (c.relrowsecurity and c.relforcerowsecurity)`,
        [REPORT_ROLE],
      )
      expect(open).toEqual([])
      for (const statement of [
        `insert into ride_comment select * from ride_comment`,
        'delete from lap',
        'create temp table x (a int)',
      ]) {
        await owner.query(`begin; set transaction read only; set local role ${REPORT_ROLE}`)
        await expect(owner.query(statement)).rejects.toThrow(/permission denied|read-only/)
        await owner.query('rollback')
      }
    })
  })
})

describe('the check', () => {
  it('writes the statement anew, so that what runs is what was checked', () => {
    expect(checkedStatement(`select a.b, 'x''y' -- c\n, "q""r", 1.5e3::numeric(10, 2) from t a where a<>-1`)).toBe(
      `select a . b , 'x''y' , "q""r" , 1.5e3 :: numeric ( 10 , 2 ) from t a where a <>- 1`,
    )
  })
})
