import { randomBytes } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '#main/core/clock.ts'
import { newId } from '#shared/core/id.ts'
import { HubSettings } from '#shared/ipc/hub.ts'
import { freePort } from '#tests/support/free-port.ts'
import { until } from '#tests/support/until.ts'
import { Election, type ElectionDeps } from './election.ts'
import type { HubMessage, PeerMessage } from './messages.ts'

const silent = () => undefined
const log = { debug: silent, info: silent, warn: silent, error: silent }

let open: Election[]
beforeEach(() => {
  open = []
})
afterEach(() => {
  for (const one of open) one.close()
})

/** A terminal as the others see it: who it is, and whom it meets. */
function meet(given: Partial<HubSettings>, secret: Buffer | null, also: Partial<ElectionDeps> = {}): Election {
  const terminalId = newId()
  const settings = HubSettings.parse(given)
  const meeting: Election = new Election({
    clock: systemClock,
    log,
    terminalId,
    settings: () => settings,
    secret: () => secret,
    onChange: silent,
    onServerReachable: silent,
    hello: () => ({ word: 'hello', terminalId, name: terminalId, runs: [], others: [] }),
    onWelcome: silent,
    onHubMessage: silent,
    onHubLost: silent,
    onPeer: (member) => member.send({ word: 'welcome', terminalId, name: terminalId, online: false, runs: [] }),
    onPeerMessage: silent,
    onPeerGone: silent,
    ...also,
  })
  open.push(meeting)
  meeting.applySettings()
  return meeting
}

const roles = (...meetings: Election[]) => meetings.map((one) => one.state().role)

/** Whether this machine's network carries what is said to everybody. */
async function hasMulticast(): Promise<boolean> {
  const socket = createSocket({ type: 'udp4', reuseAddr: true })
  try {
    socket.bind(0)
    await once(socket, 'listening')
    socket.addMembership('224.0.0.251')
    const heard = once(socket, 'message').then(() => true)
    socket.send('pitlane', socket.address().port, '224.0.0.251')
    return await Promise.race([heard, new Promise<false>((resolve) => setTimeout(resolve, 2000, false))])
  } catch {
    return false
  } finally {
    socket.close()
  }
}

const isHeard = await hasMulticast()

describe.skipIf(!isHeard)('terminals that look for each other', () => {
  it('agree on one of them, and on another one when that is gone', async () => {
    const secret = randomBytes(32)
    const three = [meet({ mode: 'auto' }, secret), meet({ mode: 'auto' }, secret), meet({ mode: 'auto' }, secret)]
    await until(() => expect(roles(...three).toSorted()).toEqual(['hub', 'member', 'member']))
    await until(() => expect(three.find((one) => one.state().role === 'hub')?.state().members).toBe(2))
    const hub = three.find((one) => one.state().role === 'hub')
    hub?.close()
    const left = three.filter((one) => one !== hub)
    await until(() => expect(roles(...left).toSorted()).toEqual(['hub', 'member']))
  })

  it('take the one that was chosen by hand, and nobody of another store', async () => {
    const secret = randomBytes(32)
    const [found, stranger] = [meet({ mode: 'auto' }, secret), meet({ mode: 'auto' }, randomBytes(32))]
    const chosen = meet({ mode: 'serve', port: await freePort() }, secret)
    await until(() => expect(roles(chosen, found)).toEqual(['hub', 'member']))
    expect(roles(stranger)).toEqual(['alone'])
  })
})

it('says what is missing before a terminal can meet others', () => {
  expect(meet({ mode: 'join' }, randomBytes(32)).state()).toMatchObject({ role: 'alone', problem: 'noAddress' })
  expect(meet({ mode: 'auto' }, null).state()).toMatchObject({ role: 'alone', problem: 'noSecret' })
  expect(meet({}, null).state()).toMatchObject({ role: 'off', problem: 'none', addresses: [] })
})

it('says that another program has the port, and is there as soon as that is gone', async () => {
  const other = createServer().listen(0)
  await once(other, 'listening')
  const address = other.address()
  const port = typeof address === 'object' ? address?.port : 0
  const meeting = meet({ mode: 'serve', port }, randomBytes(32))
  await until(() => expect(meeting.state().problem).toBe('portTaken'))
  other.close()
  await until(() => expect(meeting.state().problem).toBe('none'))
})

it('goes on together with a terminal of a later version, whose words it does not all know', async () => {
  const secret = randomBytes(32)
  const port = await freePort()
  const later = { word: 'sings', number: 1, loud: true } as unknown
  const heard: string[] = []
  const hub = meet({ mode: 'serve', port }, secret, {
    onPeer(member) {
      member.send(later as HubMessage)
      member.send({ word: 'welcome', terminalId: newId(), name: 'Hub', online: false, runs: [] })
      member.send(later as HubMessage)
      member.send({ word: 'runs', runs: [], gone: [] })
    },
    onPeerMessage: (_, { word }) => heard.push(`hub: ${word}`),
  })
  await until(() => expect(hub.state().addresses.length).toBeGreaterThan(0))
  const member = meet({ mode: 'join', address: `127.0.0.1:${port}` }, secret, {
    onHubMessage: ({ word }) => heard.push(`member: ${word}`),
  })
  await until(() => expect(heard).toEqual(['member: runs']))
  member.link()?.send(later as PeerMessage)
  member.link()?.send({ word: 'withdraw', id: newId() })
  await until(() => expect(heard).toEqual(['member: runs', 'hub: withdraw']))
  expect(roles(hub, member)).toEqual(['hub', 'member'])
})
