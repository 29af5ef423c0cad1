import { expect } from 'vitest'
import { demoStores } from '#server/db/seed/access.ts'
import { demoRechargeRules } from '#server/db/seed/venue.data.ts'
import type { Method } from '#shared/core/route.ts'
import { familySession } from '#tests/contract/family/family-session.ts'
import type { TestServer } from '#tests/support/server.ts'
import { demoRule, venueOf } from '#tests/support/venue/venue.ts'

export type Person = 'admin' | 'hq' | 'manager' | 'cashier'

/** The caller and the input: path parameters, query, body. */
export interface Sent {
  as?: Person
  /** Ids of another user. */
  token?: string
  at?: string
  query?: Record<string, string>
  body?: object
}

export interface Walk {
  /** A valid request. */
  right: () => Sent | Promise<Sent>
  /** What the answer must contain besides its success. */
  answer?: object
  /** An invalid request; none where a call takes no input. */
  wrong?: Sent
}

export const NEW = { password: 'Neues-Passwort-1', confirmpassword: 'Neues-Passwort-1' }
export const STORE_ID = demoStores.A01A01.id
export const PLAYS = '/playbeforepay/sysPlayBeforePay'

/** Sends the calls of the specification as its client does, and creates the rows that a call needs. */
export async function specClient(server: TestServer) {
  const venue = venueOf(server)
  const tokens = new Map<Person, string>()
  for (const name of ['admin', 'hq', 'cashier'] as const) tokens.set(name, (await familySession(server, name)).token)
  tokens.set('manager', (await familySession(server, 'manager', 'A01A01')).token)
  let count = 0
  const fresh = (word: string): string => `${word}${++count}`

  async function send(
    call: string,
    { as = 'admin', at, query = {}, body, ...sent }: Sent,
    token = sent.token ?? tokens.get(as),
  ) {
    const [method = 'GET', path = ''] = call.split(' ')
    const filled = at === undefined ? path : path.replace(/\{\w+\}$/, encodeURIComponent(at))
    const search = new URLSearchParams(query)
    if (method === 'GET') search.set('_t', '1790000000')
    const response = await server.request(`/jeecg-boot${filled}?${search}`, {
      method: method as Method,
      token,
      headers: body ? { 'Content-Type': 'application/json;charset=UTF-8' } : {},
      body: body && JSON.stringify(body),
    })
    const isJson = response.headers.get('content-type')?.includes('json')
    return {
      status: response.status,
      reply: isJson ? await response.json() : { success: true, file: await response.blob() },
    }
  }

  const made = async (call: string, sent: Sent): Promise<void> => {
    expect((await send(call, sent)).reply, call).toMatchObject({ success: true })
  }
  const found = async (call: string, sent: Sent): Promise<{ id: string }> => {
    const { reply } = await send(call, sent)
    return (reply.result.records ?? reply.result)[0]
  }

  async function role(): Promise<{ id: string; roleName: string; roleCode: string }> {
    const [roleCode, roleName] = [fresh('walker'), fresh('角色')]
    await made('POST /sys/role/add', { body: { roleCode, roleName } })
    return { ...(await found('GET /sys/role/list', { query: { roleCode } })), roleCode, roleName }
  }
  async function user(phone = ''): Promise<{ id: string; username: string }> {
    const username = fresh('walker')
    const body = { username, realname: 'W', phone, ...NEW, selecteddeparts: STORE_ID, selectedroles: 'cashier' }
    await made('POST /sys/user/add', { body })
    return { ...(await found('GET /sys/user/list', { query: { username } })), username }
  }
  async function depart(): Promise<{ id: string; departName: string }> {
    const departName = fresh('门店')
    await made('POST /sys/sysDepart/add', { as: 'hq', body: { parentId: demoStores.A01.id, departName } })
    return { ...(await found('GET /sys/sysDepart/searchBy', { as: 'hq', query: { keyWord: departName } })), departName }
  }
  async function dictionary(): Promise<{ id: string; dictCode: string }> {
    const dictCode = fresh('walker')
    await made('POST /sys/dict/add', { body: { dictName: fresh('字典'), dictCode } })
    return { ...(await found('GET /sys/dict/list', { query: { dictCode } })), dictCode }
  }
  async function departRole(): Promise<{ id: string }> {
    const roleCode = fresh('walker')
    await made('POST /sys/sysDepartRole/add', { body: { departId: STORE_ID, roleCode, roleName: roleCode } })
    const { reply } = await send('GET /sys/sysDepartRole/list', { query: { deptId: STORE_ID, roleCode } })
    return reply.result.records.find((one: { roleCode: string }) => one.roleCode === roleCode)
  }
  async function template(): Promise<{ id: string; templateCode: string }> {
    const templateCode = fresh('WALK')
    const body = { templateCode, templateName: 'W', templateType: '4', templateContent: 'Hello' }
    await made('POST /message/sysMessageTemplate/add', { as: 'hq', body })
    return {
      ...(await found('GET /message/sysMessageTemplate/list', { as: 'hq', query: { templateCode } })),
      templateCode,
    }
  }
  async function announcement(): Promise<string> {
    const body = { titile: fresh('公告'), msgContent: 'x', msgType: 'ALL', msgCategory: '1', priority: 'L' }
    await made('POST /sys/annountCement/add', { as: 'hq', body })
    return (await found('GET /sys/annountCement/list', { as: 'hq', query: { titile: body.titile } })).id
  }
  async function promoterRole(): Promise<string> {
    const roleName = fresh('推广')
    const path = '/tuiguangrole/sysTuiguangRole'
    await made(`POST ${path}/add`, { as: 'hq', body: { roleName, sharePercent: 10 } })
    return (await found(`GET ${path}/list`, { as: 'hq', query: { roleName } })).id
  }
  async function released(): Promise<string> {
    const id = await announcement()
    await made('GET /sys/annountCement/doReleaseData', { as: 'hq', query: { id } })
    return id
  }
  const start = async (userId = '') => {
    const { id: vehicleId } = await venue.vehicle()
    return { consumeVehicleMode: 'circlemode', roleId: demoRule().id, remark: '', cheshou: '车手', vehicleId, userId }
  }
  async function play(): Promise<{ id: string; userId: string }> {
    const userId = await venue.member({ balance: 100_000, phone: `1361000${String(++count).padStart(4, '0')}` })
    const { reply } = await send(`POST ${PLAYS}/add`, { as: 'manager', body: await start(userId) })
    return { id: reply.result.id, userId }
  }

  /** The order of a queued guest, or of a queued member. */
  async function lineup({ userId }: { userId?: string } = {}): Promise<string> {
    const consumeType = userId ? 'BALANCE' : 'NOCARDCONSUME'
    const paid = { consumeType, userId, consumeVehicleMode: 'circlemode', consumePayMode: 'unline', cheshou: '车手' }
    const body = { ...paid, sysDepartConsumeRoleId: demoRule(consumeType).id, usageMode: 'lineup' }
    return (await send('POST /consume/sysConsume/add', { as: 'cashier', body })).reply.result.id
  }

  /** A recharge of the demo's member, paid in cash. */
  const recharge = () =>
    made('POST /memberrecharge/sysMemberRecharge/add', {
      as: 'cashier',
      body: { userId: '100001', sysDepartRechargeRoleId: demoRechargeRules[0]?.id, consumePayMode: 'unline' },
    })

  /** Requests a code for a phone, and reads it from the sent message. */
  async function code(smsmode: '0' | '1' | '2', mobile: string): Promise<string> {
    await made('POST /account/sms', { body: { mobile, smsmode } })
    const { rows } = await server.deps.db.pool.query<{ text: string }>(
      'select text from sms_outbox where phone = $1 order by created_at desc limit 1',
      [mobile],
    )
    return /\d{6}/.exec(rows[0]?.text ?? '')?.[0] ?? ''
  }
  /** The token of a user who signs in. */
  async function tokenOf(username: string, password: string): Promise<string> {
    return (await send('POST /sys/login', { body: { username, password } }, '')).reply.result.token
  }
  return {
    send,
    made,
    found,
    fresh,
    role,
    user,
    depart,
    dictionary,
    departRole,
    template,
    announcement,
    promoterRole,
    released,
    start,
    play,
    lineup,
    recharge,
    code,
    tokenOf,
    venue,
  }
}

export type SpecClient = Awaited<ReturnType<typeof specClient>>
