import { join } from 'node:path'
import type pg from 'pg'
import { type Scope, scopeOf } from '#server/db/database.ts'
import { afterPrefix } from '#server/db/store-list.ts'
import { memberRecords } from '#shared/features/members/member-records.contract.ts'
import { members } from '#shared/features/members/members.contract.ts'
import type { Bench } from './bench.ts'
import type { Statement } from './load.ts'
import { startProgram } from './processes.ts'
import { type Outcome, seriesOf } from './report.ts'
import { openSite, type Site, settle } from './site.ts'
import type { Round } from './stats.ts'

const MEMBERS = 1_000_000
const MEMBERS_IN_QUICK = 100_000
const CONNECTIONS = 4
const STORE = 'A01A01'

/** A request, and the bare statements that find the same rows. */
interface Question {
  title: string
  path: string
  query: Record<string, string>
  rows: string
  /** The count of a page; a look-up of one member has none. */
  count?: string
}

const range = (column: string, prefix: string): string =>
  `m.${column} >= '${prefix}' and m.${column} < '${afterPrefix(prefix)}'`

const NEWEST = 'order by m.created_at desc, m.id desc limit 10'

function questions(total: number): Question[] {
  const { path: searchPath } = members.search
  const { path: list } = memberRecords.list
  const page = (where: string, order = NEWEST) => ({
    rows: `select m.* from member m where ${where} and m.merged_into is null ${order}`,
    count: `select count(*) from (select 1 from member m where ${where} and m.merged_into is null limit 2001) counted`,
  })
  const last = String(total / 10)
  return [
    {
      title: 'one by card',
      path: members.searchMemberById.path,
      query: { idCard: '0300050007' },
      rows: `select m.* from member m where m.physical_card = '0300050007'`,
    },
    {
      title: 'by the last eight digits of a phone',
      path: searchPath,
      query: { keyword: '%00050007' },
      ...page(range('phone_reversed', '70005000')),
    },
    {
      title: 'by a whole name',
      path: searchPath,
      query: { keyword: '王七零五' },
      ...page(range('realname_folded', '王七零五')),
    },
    {
      title: 'by the first letters of a name',
      path: searchPath,
      query: { keyword: 'wqlw' },
      ...page(range('initials', 'wqlw')),
    },
    { title: 'the list, first page', path: list, query: { pageSize: '10' }, ...page('true') },
    {
      title: 'the list of frozen members of a level, first page',
      path: list,
      query: { pageSize: '10', frozen: 'true', memberLevel: 'gold' },
      ...page(`m.frozen and m.member_level = 'gold'`),
    },
    {
      title: 'the list by name, first page',
      path: list,
      query: { pageSize: '10', column: 'realname', order: 'asc' },
      ...page('true', 'order by m.realname_folded, m.id limit 10'),
    },
    {
      title: `the list, page 10,000`,
      path: list,
      query: { pageSize: '10', pageNo: Number(last) > 10_000 ? '10000' : last },
      ...page('true', `${NEWEST} offset ${(Math.min(Number(last), 10_000) - 1) * 10}`),
    },
  ]
}

/** Plain statements without optimization, under the same row-level security. */
function bare(scope: Scope, { rows, count = 'select 1 as count' }: Question): Statement[] {
  return [
    { text: 'begin' },
    {
      text: `select set_config('pitlane.scope', $1, true), set_config('pitlane.scope_end', $2, true)`,
      values: [scope.from, scope.to],
    },
    { text: rows },
    { text: count },
    { text: 'commit' },
  ]
}

/** Look-ups and pages of members, in a store with a million members. */
export async function membersBenchmark({ cluster, loader, rounds, quick }: Bench): Promise<Outcome[]> {
  const site = await openSite(cluster, 'bench_members')
  const total = quick ? MEMBERS_IN_QUICK : MEMBERS
  try {
    await addMembers(site.owner, total)
    await settle(site.owner)
    const { user, headers } = await site.signIn('hq')
    const outcomes: Outcome[] = []
    for (const question of questions(total)) {
      const request = {
        method: 'GET',
        path: `/api${question.path}?${new URLSearchParams(question.query)}`,
        headers,
      } as const
      await checkFound(site, request)
      const statements = bare(scopeOf(user.orgCode), question)
      const program = await startProgram({
        script: join(import.meta.dirname, 'bare-list.server.ts'),
        args: ['/list', site.appUrl, JSON.stringify(statements)],
        readyPath: '/list',
      })
      const variants = {
        http: { kind: 'request', url: site.server.url, request },
        bare: { kind: 'request', url: program.url, request: { method: 'GET', path: '/list' } },
        plain: { kind: 'conversation', url: site.appUrl, conversation: statements },
      } as const
      const done: Record<keyof typeof variants, Round[]> = { http: [], bare: [], plain: [] }
      for (let round = -1; round < rounds; round++) {
        for (const name of Object.keys(variants) as (keyof typeof variants)[]) {
          const ms = round < 0 || quick ? 300 : 700
          const measured = await loader.run({ ...variants[name], connections: CONNECTIONS, ms })
          if (round >= 0) done[name].push(measured)
        }
      }
      await program.stop()
      outcomes.push({
        benchmark: 'members',
        title: `${question.title}, ${total.toLocaleString('en')} members, ${CONNECTIONS} connections, ${rounds} rounds`,
        unit: '/s',
        subject: seriesOf('through HTTP', done.http, '/s'),
        baselines: [
          seriesOf('bare Fastify with the bare query', done.bare, '/s'),
          seriesOf('the bare query on pg', done.plain, '/s'),
        ],
      })
    }
    return outcomes
  } finally {
    await site.close()
  }
}

/** Checks that the look-ups find members. */
async function checkFound(site: Site, { path, headers }: { path: string; headers: Record<string, string> }) {
  const answer = (await (await fetch(`${site.server.url}${path}`, { headers })).json()) as {
    success: boolean
    result: { id?: string; records?: unknown[] } | null
  }
  if (!answer.success || !(answer.result?.id ?? answer.result?.records?.length)) {
    throw new Error(`${path} finds nobody: ${JSON.stringify(answer).slice(0, 300)}`)
  }
}

/** Fills a store with members: names of four signs with the letters that they have, phones and cards that follow their number. */
export async function addMembers(owner: pg.Client, total: number): Promise<void> {
  // Without triggers, which are not measured here and take longer than all the rest.
  await owner.query('alter table member disable trigger user')
  await owner.query(
    `with guest as (
     insert into member (org_code, nickname, realname, phone, physical_card, initials, member_level, frozen, created_at)
       select $1, '车手' || n, family || d3 || d2 || d1, '139' || lpad(n::text, 8, '0'), lpad((300000000 + n)::text, 10, '0'),
         letter || l3 || l2 || l1 || ' cs' || n, case when n % 50 = 0 then 'gold' else 'basic' end,
         n % 1000 = 0, now() - n * interval '1 minute'
       from generate_series(1, $2::integer) n
       cross join lateral (select (n / 10000) % 10 as i, (n / 1000) % 10 as j, (n / 100) % 10 as k, n % 10 as m) digit
       cross join lateral (select substr('王李张刘陈杨赵黄周吴', 1 + i, 1) as family, substr('wlzlcyzhzw', 1 + i, 1) as letter,
         substr('零一二三四五六七八九', 1 + j, 1) as d3, substr('lyesswlqbj', 1 + j, 1) as l3,
         substr('零一二三四五六七八九', 1 + k, 1) as d2, substr('lyesswlqbj', 1 + k, 1) as l2,
         substr('零一二三四五六七八九', 1 + m, 1) as d1, substr('lyesswlqbj', 1 + m, 1) as l1) sign
       returning id)
     insert into wallet (org_code, member_id, kind, value) select $1, id, 'balance', 1 + id::bigint % 100000 from guest`,
    [STORE, total],
  )
  await owner.query('alter table member enable trigger user')
}
