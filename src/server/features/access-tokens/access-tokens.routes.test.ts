import { hash } from 'node:crypto'
import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import type { z } from 'zod'
import { refuseCash } from '#server/core/auth/personal-token.ts'
import { CLOSE_SIGNED_OUT } from '#server/core/realtime/realtime.ts'
import { collect } from '#server/core/registry.ts'
import { withClient } from '#server/db/roles.ts'
import { demoUsers } from '#server/db/seed/access.ts'
import { slices } from '#server/slices.ts'
import { api } from '#shared/api.ts'
import { TOKEN_INVALID } from '#shared/core/client.ts'
import { newId } from '#shared/core/id.ts'
import { type Method, type Route, STORE_HEADER } from '#shared/core/route.ts'
import { TERMINAL_HEADER } from '#shared/core/terminal-signature.ts'
import { MAX_TOKENS } from '#shared/features/access-tokens/access-tokens.contract.ts'
import type { TestClient, TestCopy } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { demoRule, STORE } from '#tests/support/venue/venue.ts'

const { server, venue, admin, hq, manager } = await testVenue(['admin', 'hq', 'manager'])
const { personOnly } = collect(slices)
const owner = <R extends object>(text: string, values: unknown[] = []) =>
  withClient(server.database.ownerUrl, async (client) => (await client.query<R>(text, values)).rows)

interface Wanted {
  actions?: string[]
  stores?: string[]
  days?: number
  name?: string
}

async function tokenOf(
  client: TestClient,
  { actions = ['member:list'], stores = [STORE], days, name = newId() }: Wanted = {},
) {
  const body = { name, actions, stores, ...(days ? { days } : {}) }
  return (await client.accessTokens.add({ body })).result
}

/** The error code of a call with a token; undefined: it succeeded. */
async function codeOf(
  token: string,
  path: string,
  {
    method = 'GET',
    headers = {},
    body,
    copy = server,
  }: { method?: Method; headers?: object; body?: object; copy?: TestCopy } = {},
): Promise<string | undefined> {
  const response = await copy.request(`/api${path}`, {
    method,
    token,
    headers: { ...(body ? { 'Content-Type': 'application/json' } : {}), ...headers },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const answer = (await response.json()) as { success: boolean; message: string; error?: { code: string } }
  return answer.success ? undefined : (answer.error?.code ?? answer.message)
}
const membersPath = api.memberRecords.list.path

describe('a personal access token', () => {
  it('reads what it was made for, within its store, and nothing else', async () => {
    const { token } = await tokenOf(hq)
    const other = await venue.member({ orgCode: 'A01A02', nickname: '别店' })
    const own = await venue.member({ nickname: '本店' })
    const { result } = await server.client(token).memberRecords.list({ query: { pageSize: 200 } })
    expect(result.records.map(({ id }) => id)).toContain(own)
    expect(result.records.map(({ id }) => id)).not.toContain(other)
    expect(await codeOf(token, membersPath)).toBeUndefined()
    expect(await codeOf(token, api.vehicles.list.path)).toBe('auth.forbidden')
    expect(await codeOf(token, api.account.profile.path)).toBe('auth.forbidden')
    expect((await server.client(token).accessTokens.current()).result).toMatchObject({
      username: 'hq',
      orgCode: STORE,
      stores: [STORE],
      actions: ['member:list'],
    })
  })

  it('of several stores names one in each call, and none that is not its own', async () => {
    const { token } = await tokenOf(hq, { stores: ['A01A01', 'A01A02'] })
    expect(await codeOf(token, membersPath)).toBe('accessTokens.nameStore')
    expect(await codeOf(token, membersPath, { headers: { [STORE_HEADER]: 'A01A02' } })).toBeUndefined()
    expect(await codeOf(token, membersPath, { headers: { [STORE_HEADER]: 'A01' } })).toBe('accessTokens.notItsStore')
  })

  it('of the platform administrator is bound to its stores as others are', async () => {
    const { token } = await tokenOf(admin)
    const other = await venue.member({ orgCode: 'A01A02' })
    const { result } = await server.client(token).memberRecords.list({ query: { pageSize: 200 } })
    expect(result.records.map(({ id }) => id)).not.toContain(other)
  })

  it('is closed to every call whose action it lacks, and to every call that needs a person', async () => {
    const { token } = await tokenOf(admin, { actions: ['agreement:list'] })
    await owner(
      `update personal_token set actions = (select array_agg(perms) from permission
      where perms = 'agreement:list' or perms = any ($1)) where token_hash = $2`,
      [[...personOnly], hash('sha256', token, 'base64url')],
    )
    await server.deps.auth.forget({ userId: demoUsers.admin.id })
    const doors = Object.entries(api).flatMap(([group, contract]) =>
      (Object.entries(contract) as [string, Route][])
        .filter(([, { access }]) => access !== 'public')
        .flatMap(([name, { path, method: methods }]) =>
          ([methods].flat() as Method[]).map((method) => ({ name: `${group}.${name}`, path, method })),
        ),
    )
    server.deps.tokenRate = { ...server.deps.tokenRate, count: () => undefined }
    const opened = new Set<string>()
    for (let at = 0; at < doors.length; at += 20) {
      const portion = doors.slice(at, at + 20).map(async ({ name, path, method }) => {
        const call = { method, ...(method === 'GET' || method === 'DELETE' ? {} : { body: {} }) }
        if ((await codeOf(token, path.replace(/:\w+/g, newId()), call)) !== 'auth.forbidden') opened.add(name)
      })
      await Promise.all(portion)
    }
    expect([...opened].sort()).toEqual(
      ['accessTokens.current', ...[...opened].filter((name) => accessOf(name) === 'agreement:list')].sort(),
    )
  })

  it('signs nobody in, opens no socket and names no terminal', async () => {
    const { token } = await tokenOf(manager)
    expect(await codeOf(token, `/thirdLogin/getLoginUser/${token}`)).toBe(TOKEN_INVALID)
    expect(await codeOf(token, '/sys/logout', { method: 'POST' })).toBe('auth.tokenUnknown')
    const signed = { [TERMINAL_HEADER]: `1;${newId()};${Date.now()};${'A'.repeat(86)}` }
    expect(await codeOf(token, membersPath, { headers: signed })).toBe('accessTokens.noTerminal')
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/websocket/${manager.user.id}`, ['pitlane', token])
    expect((await once(socket, 'close'))[0]).toBe(CLOSE_SIGNED_OUT)
  })

  it('takes no cash, whatever its actions, also where the rule decides that a deposit is cash', async () => {
    const { token } = await tokenOf(manager, { actions: ['consume:add', 'playbeforepay:add', 'playbeforepay:consume'] })
    const { id: vehicleId } = await venue.vehicle()
    const { id } = demoRule('NOCARDCONSUME')
    const body = {
      consumeType: 'NOCARDCONSUME',
      consumeVehicleMode: 'circlemode',
      vehicleId,
      sysDepartConsumeRoleId: id,
    }
    const call = { method: 'POST', body: { ...body, consumePayMode: 'cash', racer: '车手' } } as const
    expect(await codeOf(token, api.consume.add.path, call)).toBe('accessTokens.noCash')

    const program = server.client(token)
    const { id: ruleId } = await venue.rule({ consumeType: 'NOCARDCONSUME', price: 0, deposit: 2000 })
    const by = { consumeType: 'NOCARDCONSUME', consumeVehicleMode: 'circlemode', consumePayMode: 'wechat' } as const
    const charge = { ...by, vehicleId, sysDepartConsumeRoleId: ruleId, racer: '车手' }
    const refused = { code: 'accessTokens.noCash' }
    await expect(program.consume.add({ key: newId(), body: charge })).rejects.toMatchObject(refused)
    const play = newId()
    await program.playBeforePay.add({ key: play, body: venue.start({ vehicleId, ruleId }) })
    const settle = (client: Pick<TestClient, 'playBeforePay'>) =>
      client.playBeforePay.settle({ key: newId(), body: { id: play, ...by } })
    await expect(settle(program)).rejects.toMatchObject(refused)
    expect(await venue.rows('consumeOrder').where('ruleId', ruleId)).toEqual([])
    await settle(manager)
  })

  it('finds cash in every field of a call that may choose it', () => {
    const missed: string[] = []
    const look = (schema: z.ZodType, path: string): void => {
      const def = schema._zod.def as unknown as Record<string, unknown> & { type: string }
      if (def.type === 'enum' && Object.values(def.entries as object).includes('cash')) {
        const name = path.split('.').at(-1) ?? ''
        let isFound = false
        try {
          refuseCash({ [name]: 'cash' })
        } catch {
          isFound = true
        }
        if (!isFound) missed.push(path)
      }
      for (const inner of ['innerType', 'element', 'in', 'left', 'right'] as const)
        if (def[inner]) look(def[inner] as z.ZodType, path)
      for (const option of (def.options as z.ZodType[] | undefined) ?? []) look(option, path)
      for (const [name, field] of Object.entries((def.shape as object | undefined) ?? {}))
        look(field, `${path}.${name}`)
    }
    for (const [group, contract] of Object.entries(api))
      for (const [name, route] of Object.entries(contract) as [string, Route][])
        if (route.body && route.access.includes(':') && !personOnly.has(route.access))
          look(route.body, `${group}.${name}`)
    expect(missed).toEqual([])
  })

  it('is shown once, stored as a hash and never logged', async () => {
    const { token, id } = await tokenOf(manager)
    expect(token).toMatch(/^plt_[\w-]{43}$/)
    await codeOf(token, membersPath)
    const [row] = await owner<{ tokenHash: string }>(
      'select token_hash as "tokenHash" from personal_token where id = $1',
      [id],
    )
    expect(row?.tokenHash).toBe(hash('sha256', token, 'base64url'))
    const everything = await owner<{ all: string }>(`select string_agg(t::text, '') as all from (
      select row_to_json(p)::text from personal_token p union all select row_to_json(a)::text from audit_entry a
      union all select row_to_json(r)::text from request_key r) as t (t)`)
    expect(everything[0]?.all).not.toContain(token)
    expect(server.logs.join('')).not.toContain(token)
    expect(JSON.stringify((await manager.accessTokens.mine()).result)).not.toContain(token)
  })

  it('names itself in the audit trail, with its user', async () => {
    const { token } = await tokenOf(manager, { actions: ['position:add'], name: '排班系统' })
    const code = newId().slice(0, 12)
    expect(
      await codeOf(token, api.positions.add.path, { method: 'POST', body: { code, name: '教练' } }),
    ).toBeUndefined()
    const [entry] = await owner<{ username: string; realname: string }>(
      `select username, realname from audit_entry where request ->> 'code' = $1`,
      [code],
    )
    expect(entry).toEqual({ username: 'manager', realname: `${manager.user.realname} [排班系统]` })
  })

  it('notes its last use at most once a minute', async () => {
    const { token, id } = await tokenOf(manager)
    const used = async () => (await manager.accessTokens.mine()).result.find((one) => one.id === id)
    expect(await used()).toMatchObject({ usedTime: null, usedAddress: '', state: 'active' })
    await codeOf(token, membersPath)
    const first = await used()
    expect(first).toMatchObject({ usedTime: expect.any(String), usedAddress: '127.0.0.1' })
    server.clock.advance(30_000)
    await codeOf(token, membersPath)
    expect((await used())?.usedTime).toBe(first?.usedTime)
    server.clock.advance(31_000)
    await codeOf(token, membersPath)
    expect((await used())?.usedTime).not.toBe(first?.usedTime)
  })
})

describe('the rights of a token', () => {
  it('are those that its user still has', async () => {
    const { token } = await tokenOf(manager, { actions: ['position:list', 'position:add'] })
    expect(await codeOf(token, api.positions.list.path)).toBeUndefined()
    const grants = await owner<{ roleId: string; permissionId: string }>(
      `delete from role_permission where permission_id = (select id from permission where perms = 'position:list')
        returning role_id as "roleId", permission_id as "permissionId"`,
    )
    await server.deps.auth.forget('everyone')
    expect(await codeOf(token, api.positions.list.path)).toBe('auth.forbidden')
    for (const { roleId, permissionId } of grants)
      await owner('insert into role_permission (role_id, permission_id) values ($1, $2)', [roleId, permissionId])
  })

  it('end with the store that its user was removed from', async () => {
    const { token } = await tokenOf(manager)
    const removed = await owner<{ storeId: string }>(
      `delete from user_store where user_id = $1 and store_id = (select id from store where org_code = $2) returning store_id as "storeId"`,
      [manager.user.id, STORE],
    )
    await server.deps.auth.forget('everyone')
    expect(await codeOf(token, membersPath)).toBe('accessTokens.nameStore')
    for (const { storeId } of removed)
      await owner('insert into user_store (user_id, store_id) values ($1, $2)', [manager.user.id, storeId])
    await server.deps.auth.forget('everyone')
    expect(await codeOf(token, membersPath)).toBeUndefined()
  })

  it('cannot exceed those of the maker, nor include what needs a person', async () => {
    const add = (wanted: Wanted) => tokenOf(manager, wanted)
    await expect(add({ actions: ['job:list'] })).rejects.toMatchObject({ code: 'accessTokens.notYours' })
    await expect(add({ actions: ['user:password'] })).rejects.toMatchObject({ code: 'accessTokens.notYours' })
    await expect(add({ stores: ['A01'] })).rejects.toMatchObject({ code: 'accessTokens.notYourStore' })
    await expect(add({ days: 366 })).rejects.toMatchObject({ code: 'common.invalidInput' })
    const { result } = await manager.accessTokens.choices()
    expect(result.actions.map(({ action }) => action).filter((action) => personOnly.has(action))).toEqual([])
    expect(result.stores.map(({ orgCode }) => orgCode)).not.toContain('A01')
  })

  it('name only actions that exist among those that need a person', () => {
    const { actions } = collect(slices)
    expect([...personOnly].filter((action) => !actions.has(action))).toEqual([])
  })
})

describe('the end of a token', () => {
  it('comes with its day, and by default after 90 days', async () => {
    const { token } = await tokenOf(manager, { days: 1 })
    const { id } = await tokenOf(manager)
    const [row] = await owner<{ days: number }>(
      `select extract(day from expires_at - created_at)::integer as days from personal_token where id = $1`,
      [id],
    )
    expect(row?.days).toBe(90)
    expect(await codeOf(token, membersPath)).toBeUndefined()
    server.clock.advance(86_400_001)
    expect(await codeOf(token, membersPath)).toBe('accessTokens.invalid')
    server.clock.advance(-86_400_001)
  })

  it('by its user holds at once on every copy, while it is in use', async () => {
    const copy = await server.startCopy()
    const { token, id } = await tokenOf(manager)
    expect(await codeOf(token, membersPath, { copy })).toBeUndefined()
    await manager.accessTokens.revokeMine({ body: { id } })
    expect(await codeOf(token, membersPath)).toBe('accessTokens.invalid')
    await expect.poll(() => codeOf(token, membersPath, { copy })).toBe('accessTokens.invalid')
    expect((await manager.accessTokens.mine()).result.find((one) => one.id === id)).toMatchObject({
      state: 'revoked',
      revokedBy: 'manager',
    })
    await expect(hq.accessTokens.revokeMine({ body: { id } })).rejects.toMatchObject({ code: 'common.recordNotFound' })
  })

  it('comes with a new password, and with freezing for good', async () => {
    const { token } = await tokenOf(await server.signIn('hq'))
    await owner(`update user_account set status = 2 where username = 'hq'`)
    await expect.poll(() => codeOf(token, membersPath)).toBe('accessTokens.invalid')
    await owner(`update user_account set status = 1 where username = 'hq'`)
    expect(await codeOf(token, membersPath)).toBe('accessTokens.invalid')
    const after = await tokenOf(await server.signIn('hq'))
    await owner(`update user_account set password_hash = password_hash || ' ' where username = 'hq'`)
    await expect.poll(() => codeOf(after.token, membersPath)).toBe('accessTokens.invalid')
    await owner(`update user_account set password_hash = trim(password_hash) where username = 'hq'`)
  })

  it('comes before a token is made by a sign-in that ends while the call is on its way', async () => {
    const chief = await server.signIn('hq')
    await withClient(server.database.ownerUrl, async (client) => {
      await client.query('begin')
      // Nobody is told before the commit, so the call passes as that of a signed-in user.
      await client.query('update access_token set revoked_at = now() where user_id = $1', [chief.user.id])
      const made = tokenOf(chief)
      const waits = `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%from access_token%'
        and datname = current_database()`
      await until(async () => expect(await owner(waits)).toHaveLength(1))
      await client.query('commit')
      await expect(made).rejects.toMatchObject({ code: 'auth.tokenInvalid' })
    })
  })

  it('is set by users of whom they may change the owner', async () => {
    const chief = await server.signIn('hq')
    const above = await tokenOf(chief)
    await owner(
      `insert into user_role select id, 'manager' from user_account where username = 'coach' on conflict do nothing`,
    )
    const below = await tokenOf(await server.signIn('coach', STORE))
    const seen = (await manager.accessTokens.list({ query: { pageSize: 200 } })).result.records.map(({ id }) => id)
    expect(seen).toContain(below.id)
    expect(seen).not.toContain(above.id)
    await expect(manager.accessTokens.revoke({ body: { id: above.id } })).rejects.toMatchObject({
      code: 'common.recordNotFound',
    })
    await admin.accessTokens.revoke({ body: { id: below.id } })
    expect(await codeOf(below.token, membersPath)).toBe('accessTokens.invalid')
    const found = await admin.accessTokens.list({ query: { username: 'coac' } })
    expect(found.result.records.find(({ id }) => id === below.id)).toMatchObject({
      state: 'revoked',
      revokedBy: 'admin',
    })
  })
})

describe('limits of tokens', () => {
  it(`allow ${MAX_TOKENS} for a user, also when twenty are made at once, each of its own name`, async () => {
    await owner(`update personal_token set revoked_at = now() where user_id = $1`, [manager.user.id])
    const made = await Promise.allSettled(Array.from({ length: 20 }, () => tokenOf(manager)))
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(MAX_TOKENS)
    await owner(`update personal_token set revoked_at = now() where user_id = $1`, [manager.user.id])
    await tokenOf(manager, { name: 'ERP' })
    await expect(tokenOf(manager, { name: 'ERP' })).rejects.toMatchObject({ code: 'accessTokens.nameTaken' })
  })
})

/** The action of a call by its name in the API. */
function accessOf(name: string): string {
  const [group = '', call = ''] = name.split('.')
  return (api as unknown as Record<string, Record<string, Route>>)[group]?.[call]?.access ?? ''
}
