import { beforeAll, describe, expect, it } from 'vitest'
import { demoStores, demoUsers } from '#server/db/seed/access.ts'
import { newId } from '#shared/core/id.ts'
import { nameSampleOnFailure, sampled } from '#tests/support/runner/sample.ts'
import type { TestClient } from '#tests/support/server.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { demoRule } from '#tests/support/venue/venue.ts'
import { calls, isKey } from './calls.ts'
import { attemptsOf, endsSignIn, send, type Values } from './sweep.ts'
import { worldOf } from './world.ts'

const { server, venue } = await testVenue()
const world = await worldOf(server.database.ownerUrl)

const FOREIGN = 'A01A01'
/** How many ids of the other store each call is sent in a sample. */
const SAMPLED_IDS = 3
/** Marks every text of the other store that a call can write. */
const MARK = '滨江'
const { cashier } = demoUsers
const { id: departId } = demoStores.A01A01
const departRole = newId()
const role = newId()
/** Works at A01A02 only, with every permission of headquarters. */
let stranger: TestClient

beforeAll(async () => {
  await world.ask(`insert into user_role select id, 'hq' from user_account where username in ('manager', 'manager2')`)
  await world.ask(
    `insert into role (id, role_code, role_name, owner_code) values ('${role}', 'foreign', '${MARK}角色', '${FOREIGN}')`,
  )
  await world.ask(`insert into role_permission values ('${role}', 'vehicle:finish')`)
  await world.ask(
    `insert into store_role (id, store_id, role_name, role_code)
     values ('${departRole}', '${departId}', '${MARK}店员', 'foreign')`,
  )
  await world.ask(`insert into store_role_user values ('${departRole}', '${cashier.id}')`)
  await (await server.signIn('cashier')).account.editProfile({ body: { email: 'li@example.com' } })
  await fillForeignStore(await server.signIn('manager', FOREIGN))
  stranger = await server.signIn('manager2')
})
nameSampleOnFailure()

/** Has the other store create one row by each call that adds, with the mark in its texts. */
async function fillForeignStore({ token }: TestClient): Promise<void> {
  const given: Values = {
    parentId: [departId],
    departId: [departId],
    priority: ['L'],
    msgType: ['ALL'],
    ruleId: [demoRule().id],
    userId: [await venue.member({ balance: 100_000, nickname: `${MARK}会员` })],
    vehicleId: [(await venue.vehicle({ name: `${MARK}一号` })).id],
  }
  const values = new Proxy<Values>({}, { get: (_, name) => given[String(name)] ?? [`${MARK}的`, 'foreign'] })
  for (const call of calls.filter(({ route }) => /\/add$/.test(route.path))) {
    for (const attempt of attemptsOf(call, values)) await send(server, attempt, token)
  }
  await world.forgetShared(MARK)
}

/** All rows of the other store, and the rows of its users and roles. */
async function fingerprint(): Promise<unknown> {
  const people = `(select user_id from user_store where store_id = '${departId}')`
  const [of, at] = [`= '${departRole}'`, `= '${departId}'`]
  const statements = [
    `select to_jsonb(u) - '{last_org_code,last_chosen_at}'::text[] as row from user_account u where id in ${people}`,
    `select to_jsonb(t) as row from user_store t where user_id in ${people}`,
    `select to_jsonb(t) as row from user_role t where user_id in ${people}`,
    `select to_jsonb(t) as row from store_role t where store_id ${at}`,
    `select to_jsonb(t) as row from store_permission t where store_id ${at}`,
    `select to_jsonb(t) as row from store_role_user t where role_id ${of}`,
    `select to_jsonb(t) as row from store_role_permission t where role_id ${of}`,
    `select to_jsonb(t) as row from role t where id = '${role}'`,
    `select to_jsonb(t) as row from role_permission t where role_id = '${role}'`,
  ]
  const rows: unknown[] = []
  // One connection: its next statement waits for the last one's answer.
  for (const one of statements) rows.push(await world.ask(`${one} order by 1`))
  return [await world.marksOfStore(FOREIGN), ...rows]
}

/** Ids of rows of the other store, by the names of fields. */
function foreignValues(id: string): Values {
  const named: Values = {
    username: ['cashier'],
    phone: [cashier.phone],
    kind: ['/sys/user'],
    keyWord: [MARK],
    keyword: [MARK],
    orgCode: [FOREIGN],
    sysOrgCode: [FOREIGN],
    selecteddeparts: [departId],
    selectedroles: [role],
    permissionId: ['vehicle:finish'],
    permissionIds: ['vehicle:finish'],
    lastpermissionIds: ['vehicle:finish'],
  }
  return new Proxy(named, { get: (_, name) => named[String(name)] ?? (isKey(String(name)) ? [id] : undefined) })
}

describe('a user of one store', () => {
  it('sees and changes no rows or users of another store by any call, with any id of it in any field', async () => {
    const ids = [cashier.id, departId, departRole, role, ...(await world.idsOfStore(FOREIGN)).map((one) => one.id)]
    const before = await fingerprint()
    const tried = new Set<string>()
    const sent = calls
      .filter((one) => !endsSignIn(one))
      .map((call) => ({ call, of: new Set(sampled(ids, { of: call.name, most: SAMPLED_IDS, slices: call.slices })) }))
    for (const id of ids) {
      for (const { call } of sent.filter(({ of }) => of.has(id))) {
        for (const attempt of attemptsOf(call, foreignValues(id))) {
          const key = JSON.stringify(attempt)
          if (tried.has(key)) continue
          tried.add(key)
          const { name, path, body } = attempt
          const hint = { orgCode: FOREIGN, sysOrgCode: FOREIGN, createBy: 'cashier' }
          const response = await send(server, { ...attempt, body: body && { ...hint, ...body } }, stranger.token)
          const answer = await response.text()
          // A caller who is not signed in may ask whether a phone belongs to an account, and nothing else.
          if (call.route.access !== 'public')
            expect(answer, `${name} ${path}`).not.toMatch(/滨江|李小敏|13900000006|li@example/)
          expect(answer, `${name} ${path} ${JSON.stringify(body)}`).not.toContain('common.internal')
          expect(answer, name).not.toContain('auth.tokenInvalid')
        }
      }
    }
    expect(await fingerprint()).toEqual(before)
    // Only ends a hang: `npm run test:all` sends every id in every field.
  }, 3_600_000)
})
