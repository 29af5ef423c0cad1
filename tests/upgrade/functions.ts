import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { RELEASE } from '#server/db/release.ts'
import { withClient } from '#server/db/roles.ts'

interface Argument {
  name: string
  type: string
  hasDefault: boolean
}

/** A SQL function as its caller sees it. */
export interface Signature {
  name: string
  arguments: Argument[]
  result: string
}

/** The release on the first line, then one function on each. */
const recordedFile = new URL('functions.jsonl', import.meta.url)

/** The functions of the last release that its server calls by itself, not only other functions. */
export function recorded(): { release: string; functions: Signature[] } {
  const [first = '{}', ...lines] = readFileSync(recordedFile, 'utf8').trim().split('\n')
  return { ...JSON.parse(first), functions: lines.map((line) => JSON.parse(line)) }
}

/** All functions of a database, overloaded ones as well. */
export async function signaturesIn(owner: pg.Client): Promise<Signature[]> {
  const { rows } = await owner.query<Signature>(`
    select p.proname as name, pg_get_function_result(p.oid) as result,
      coalesce((select json_agg(json_build_object('name', coalesce(p.proargnames[a.place], ''), 'type', format_type(a.type, null),
          'hasDefault', a.place > p.pronargs - p.pronargdefaults) order by a.place)
        from unnest(p.proargtypes::oid[]) with ordinality a(type, place)), '[]') as arguments
      from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
        and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
      order by 1, 3::text`)
  return rows
}

/** Those that the server's own statements call. */
function calledByServer(signatures: readonly Signature[]): Signature[] {
  const folder = join(import.meta.dirname, '../../src/server')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const text = files
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n')
  const called = new Set([...text.matchAll(/\b([a-z][a-z0-9_]*)\(/g)].map(([, name]) => name))
  return signatures.filter(({ name }) => called.has(name))
}

/** Whether a call of the old function finds the new one, and reads its result. */
export const serves = (now: Signature, before: Signature): boolean =>
  now.name === before.name &&
  now.result === before.result &&
  before.arguments.every(({ name, type, hasDefault }, place) => {
    const present = now.arguments[place]
    return present?.name === name && present.type === type && (present.hasDefault || !hasDefault)
  }) &&
  now.arguments.slice(before.arguments.length).every(({ hasDefault }) => hasDefault)

/** Records the functions of a migrated database as those of this release. */
export async function recordFunctions(ownerUrl: string): Promise<void> {
  const functions = calledByServer(await withClient(ownerUrl, signaturesIn))
  const lines = [{ release: RELEASE }, ...functions].map((one) => JSON.stringify(one))
  writeFileSync(recordedFile, `${lines.join('\n')}\n`)
}
