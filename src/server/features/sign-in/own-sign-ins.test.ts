import { describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import { TOKEN_HEADER } from '#shared/core/route.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'

const { server } = await testVenue()

async function signInAs(agent: string, username = 'coach') {
  const response = await server.request('/api/sys/login', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'User-Agent': agent },
    body: JSON.stringify({ username, password: 'pitlane-demo' }),
  })
  const { result } = (await response.json()) as { result: { token: string; userInfo: { id: string } } }
  return { ...result, client: server.client(result.token) }
}

describe('the own sign-ins', () => {
  it('list time, address and program, mark the current one, and contain none of other users', async () => {
    const phone = await signInAs('Phone/1')
    const desk = await signInAs('Desk/2')
    await signInAs('Stranger/3', 'cashier')
    const { result } = await desk.client.account.signIns()
    expect(result.map(({ agent, isCurrent, address }) => [agent, isCurrent, address])).toEqual([
      ['Desk/2', true, '127.0.0.1'],
      ['Phone/1', false, '127.0.0.1'],
    ])
    expect(result[0]).toMatchObject({ storeName: expect.any(String), time: expect.stringMatching(/^\d{4}-/) })
    await phone.client.signIn.logout()
    expect((await desk.client.account.signIns()).result).toHaveLength(1)
  })

  it('end at once except the current one, with an audit entry; other users stay signed in', async () => {
    const here = await signInAs('Here', 'cashier')
    const there = await signInAs('There', 'cashier')
    const other = await signInAs('Other', 'partner')
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/websocket/${there.userInfo.id}`, [
      'pitlane',
      there.token,
    ])
    // It answers once its sign-in is known.
    socket.once('open', () => socket.send('here'))
    await new Promise((resolve) => socket.once('message', resolve))
    const closed = new Promise<number>((resolve) => socket.once('close', resolve))
    const { result } = await here.client.account.signOutElsewhere()
    expect(result.ended).toBeGreaterThan(0)
    expect(await closed).toBe(4401)
    await expect(there.client.account.profile()).rejects.toMatchObject({ code: 'auth.tokenInvalid' })
    expect((await here.client.account.profile()).result.username).toBe('cashier')
    expect((await other.client.account.profile()).result.username).toBe('partner')
    expect((await here.client.account.signOutElsewhere()).result.ended).toBe(0)
    const admin = await server.signIn('admin')
    const { result: trail } = await admin.logs.history({ query: { kind: '/sys/user', id: here.userInfo.id } })
    expect(trail).toContainEqual(
      expect.objectContaining({
        action: '/sys/user/signOutElsewhere',
        username: 'cashier',
        after: { endedSignIns: result.ended },
      }),
    )
  })

  it('require a token', async () => {
    const response = await server.request('/api/sys/user/signIns', { headers: { [TOKEN_HEADER]: '' } })
    expect(response.status).toBe(401)
  })
})
