import { describe, expect, it } from 'vitest'
import { withClient } from '#server/db/roles.ts'
import { slices } from '#server/slices.ts'
import { memberOnPage } from '#tests/support/member-page.ts'
import { openKiosk } from '#tests/support/venue/kiosks.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { calls, methodsOf } from './calls.ts'

const { server, venue } = await testVenue()

await withClient(server.database.ownerUrl, async (owner) => {
  await owner.query(`delete from user_role where user_id = (select id from user_account where username = 'partner')`)
  // A user with every permission who has yet to choose one of two stores.
  await owner.query(`insert into user_role select id, 'admin' from user_account where username = 'manager'`)
})
const powerless = (await server.signIn('partner')).token
const storeless = (await server.signIn('manager')).token

/** One line for each method of a call. */
const doors = calls.flatMap(({ name, route }) => methodsOf(route).map((method) => ({ name, method, route })))
const closed = doors.filter(({ route }) => route.access !== 'public')
const restricted = closed.filter(({ route }) => route.access !== 'signedIn')
/** Without calls that only a device or a member may make, whatever a user's permissions. */
const ofPeople = restricted.filter(({ route }) => route.access !== 'device' && route.access !== 'member')

const member = await venue.member()

const UNKNOWN_ID = '019a0000-0000-7000-8000-00000000dead'

/** Sends input that the body, query or parameter schema may refuse: access is decided before validation. */
const send = ({ route, method }: (typeof doors)[number], token?: string) => {
  const body = method === 'GET' || method === 'DELETE' ? undefined : '{}'
  return server.request(`/api${route.path.replace(/:\w+/g, UNKNOWN_ID)}`, {
    method,
    body,
    token,
    headers: body ? { 'Content-Type': 'application/json' } : {},
  })
}

describe('every call of the API', () => {
  it('is mounted with all its methods', () => {
    for (const { name, method, route } of doors) expect(server.has(method, `/api${route.path}`), name).toBe(true)
  })

  it('is public only before sign-in, for files in img tags, guests with a key, requests for help and updates of terminals', () => {
    expect(calls.filter(({ route }) => route.access === 'public').map(({ name }) => name)).toEqual([
      'signIn.login',
      'signIn.mLogin',
      'signIn.getLoginUser',
      'signIn.thirdLogin',
      'signIn.getEncryptedString',
      'signIn.logout',
      'account.randomImage',
      'account.checkCaptcha',
      'account.sms',
      'account.phoneLogin',
      'account.casLogin',
      'account.register',
      'account.checkOnlyUser',
      'account.querySysUser',
      'account.phoneVerification',
      'account.passwordChange',
      'account.passwordChangeByQuery',
      'queue.status',
      'swipers.shown',
      'guestComments.status',
      'guestComments.upload',
      'guestComments.add',
      'guestComments.picture',
      'display.state',
      'display.signIn',
      'memberWechat.authorization',
      'memberWechat.signIn',
      'memberPage.store',
      'memberPage.code',
      'memberPage.signIn',
      'guestResults.status',
      'terminalReleases.offer',
      'terminalReleases.release',
      'support.contact',
      'files.static',
      'wechatPages.sign',
    ])
  })

  it.each(closed)('$name is closed without a token by $method', async (door) => {
    const response = await send(door)
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ success: false, code: 401, result: null })
  })

  it.each(restricted)('$name is closed to users without its permission by $method', async (door) => {
    const response = await send(door, powerless)
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ success: false, code: 510, error: { code: 'auth.forbidden' } })
  })

  it.each(ofPeople)('$name requires a chosen store by $method', async (door) => {
    expect(await (await send(door, storeless)).json()).toMatchObject({ error: { code: 'auth.chooseStore' } })
  })
})

describe('a device with its key', () => {
  it('may make the calls of devices and no others', async () => {
    const { key } = await openKiosk(server, await server.signIn('manager', 'A01A01'))
    for (const door of closed) {
      const answer = (await (await send(door, key)).json()) as { error?: { code: string } }
      if (door.route.access === 'device') expect(answer.error?.code, door.name).not.toBe('auth.forbidden')
      else expect(answer.error?.code, door.name).toBe('auth.forbidden')
    }
  })
})

describe('a member on the member page', () => {
  it('may make the calls of members and no others', async () => {
    for (const door of closed) {
      // A fresh session each: some calls end it.
      const { token } = await memberOnPage(server, venue, member)
      const answer = (await (await send(door, token)).json()) as { error?: { code: string } }
      if (door.route.access === 'member') expect(answer.error?.code, door.name).not.toBe('auth.forbidden')
      else expect(answer.error?.code, door.name).toBe('auth.forbidden')
    }
  })
})

/** Permissions that manifests check themselves: how much a call shows or lets a user change. */
const withinCalls = [
  'cloakroomitem:confirm',
  'cloakroomitem:printLate',
  'consume:test',
  'member:editunlimited',
  'member:phone',
  'ordergift:late',
  'refund:approve',
  'shift:safe',
]
const decided = slices.flatMap(({ actions }) => Object.keys(actions)).sort()

describe('the permission list', () => {
  it('contains exactly the actions that calls require and manifests declare', () => {
    const asked = calls.map(({ route }) => route.access).filter((access) => access.includes(':'))
    expect(decided).toEqual([...new Set([...asked, ...withinCalls])].sort())
  })

  it('stores exactly the actions that calls require, each named in both languages', async () => {
    const { rows } = await withClient(server.database.ownerUrl, (owner) =>
      owner.query('select perms, name_zh, name_en from permission where menu_type = 2 order by perms'),
    )
    expect(rows.map(({ perms }) => perms)).toEqual(decided)
    for (const { name_zh, name_en } of rows) expect(name_zh).not.toBe(name_en)
  })

  it('is granted in full to the platform administrator', async () => {
    const admin = await server.signIn('admin')
    const { result } = await admin.signIn.permissions()
    expect(result.auth).toHaveLength(decided.length)
  })
})
