import { expect, it } from 'vitest'
import { memberOnPage } from '#tests/support/member-page.ts'
import { nameSampleOnFailure } from '#tests/support/runner/sample.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { STORE } from '#tests/support/venue/venue.ts'
import { calls, isKey } from './calls.ts'
import { attemptsOf, endsSignIn, send, type Values } from './sweep.ts'
import { worldOf } from './world.ts'

const { server, venue } = await testVenue()
const world = await worldOf(server.database.ownerUrl)
nameSampleOnFailure()

/** A member of the demo data with rides, orders and a signature, at the store of the stranger. */
const VICTIM = '100001'
/** What only staff and the member may see; racers' names are public in rankings. */
const PRIVATE = /张伟|13800001111|0004829731|"100001"/

const ofMembers = calls.filter(({ route }) => route.access === 'member')

/** Tables with rows of members, and whether these have ids. */
async function tablesOfMembers(): Promise<{ name: string; hasId: boolean }[]> {
  return world.ask(
    `select c.table_name as name, exists (select from information_schema.columns i where i.table_schema = 'public'
        and i.table_name = c.table_name and i.column_name = 'id') as "hasId"
     from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.column_name = 'member_id' order by 1`,
  )
}

it('sees and changes nothing of another member of the store by any call, with any id of theirs in any field', async () => {
  const tables = await tablesOfMembers()
  expect(tables.length).toBeGreaterThan(20)
  await memberOnPage(server, venue, VICTIM)
  const ids = [VICTIM, '0004829731', '13800001111']
  for (const { name } of tables.filter(({ hasId }) => hasId)) {
    const rows = await world.ask<{ id: string }>(
      `select id::text from ${name} where member_id = '${VICTIM}' order by id desc limit 3`,
    )
    ids.push(...rows.map(({ id }) => id))
  }
  const fingerprint = async () => {
    const marks = tables.map(
      ({ name }) => `select '${name}' as name, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as mark
        from ${name} t where member_id = '${VICTIM}'`,
    )
    return [
      await world.ask(`${marks.join(' union all ')} order by 1`),
      await world.ask(`select * from member where id = '${VICTIM}'`),
    ]
  }
  const before = await fingerprint()
  const { token } = await memberOnPage(server, venue, await venue.member({ balance: 100_000, nickname: '路人' }))
  const tried = new Set<string>()
  for (const id of ids) {
    const values = new Proxy<Values>({}, { get: (_, name) => (isKey(String(name)) ? [id] : undefined) })
    for (const call of ofMembers.filter((one) => !endsSignIn(one))) {
      for (const attempt of attemptsOf(call, values)) {
        const key = JSON.stringify(attempt)
        if (tried.has(key)) continue
        tried.add(key)
        const { name, path, body } = attempt
        const hint = { orgCode: STORE, memberId: VICTIM, userId: VICTIM }
        const answer = await (await send(server, { ...attempt, body: body && { ...hint, ...body } }, token)).text()
        expect(answer, `${name} ${path}`).not.toMatch(PRIVATE)
        expect(answer, `${name} ${path} ${JSON.stringify(body)}`).not.toContain('common.internal')
        expect(answer, name).not.toContain('auth.tokenInvalid')
      }
    }
  }
  expect(await fingerprint()).toEqual(before)
}, 600_000)
