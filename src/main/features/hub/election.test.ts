import { randomBytes } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '#main/core/clocks/clock.ts'
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

/** A terminal that takes part in the election. */
function openElection(given: Partial<HubSettings>, secret: Buffer | null, also: Partial<ElectionDeps> = {}): Election {
  const terminalId = newId()
  const settings = HubSettings.parse(given)
  const election: Election = new Election({
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
  open.push(election)
  election.applySettings()
  return election
}

const roles = (...elections: Election[]) => elections.map((one) => one.state().role)

/** Whether this machine's network supports multicast. */
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

const isMulticastAvailable = await hasMulticast()

describe.skipIf(!isMulticastAvailable)('terminals that discover each other', () => {
  it('elect one hub, and another one when that is gone', async () => {
    const secret = randomBytes(32)
    const three = [
      openElection({ mode: 'auto' }, secret),
      openElection({ mode: 'auto' }, secret),
      openElection({ mode: 'auto' }, secret),
    ]
    await until(() => expect(roles(...three).toSorted()).toEqual(['hub', 'member', 'member']))
    await until(() => expect(three.find((one) => one.state().role === 'hub')?.state().members).toBe(2))
    const hub = three.find((one) => one.state().role === 'hub')
    hub?.close()
    const left = three.filter((one) => one !== hub)
    await until(() => expect(roles(...left).toSorted()).toEqual(['hub', 'member']))
  })

  it('join the terminal that was chosen in the settings, and none of another store', async () => {
    const secret = randomBytes(32)
    const [found, stranger] = [openElection({ mode: 'auto' }, secret), openElection({ mode: 'auto' }, randomBytes(32))]
    const chosen = openElection({ mode: 'serve', port: await freePort() }, secret)
    await until(() => expect(roles(chosen, found)).toEqual(['hub', 'member']))
    expect(roles(stranger)).toEqual(['alone'])
  })
})

it('reports what is missing before a terminal can join others', () => {
  expect(openElection({ mode: 'join' }, randomBytes(32)).state()).toMatchObject({ role: 'alone', problem: 'noAddress' })
  expect(openElection({ mode: 'auto' }, null).state()).toMatchObject({ role: 'alone', problem: 'noSecret' })
  expect(openElection({}, null).state()).toMatchObject({ role: 'off', problem: 'none', addresses: [] })
})

it('reports that another program has the port, and listens as soon as it is free', async () => {
  const other = createServer().listen(0)
  await once(other, 'listening')
  const address = other.address()
  const port = typeof address === 'object' ? address?.port : 0
  const election = openElection({ mode: 'serve', port }, randomBytes(32))
  await until(() => expect(election.state().problem).toBe('portTaken'))
  other.close()
  await until(() => expect(election.state().problem).toBe('none'))
})

it('ignores unknown messages of a terminal with a later version', async () => {
  const secret = randomBytes(32)
  const port = await freePort()
  const later = { word: 'sings', number: 1, loud: true } as unknown
  const heard: string[] = []
  const hub = openElection({ mode: 'serve', port }, secret, {
    onPeer(member) {
      member.send(later as HubMessage)
      member.send({ word: 'welcome', terminalId: newId(), name: 'Hub', online: false, runs: [] })
      member.send(later as HubMessage)
      member.send({ word: 'runs', runs: [], gone: [] })
    },
    onPeerMessage: (_, { word }) => heard.push(`hub: ${word}`),
  })
  await until(() => expect(hub.state().addresses.length).toBeGreaterThan(0))
  const member = openElection({ mode: 'join', address: `127.0.0.1:${port}` }, secret, {
    onHubMessage: ({ word }) => heard.push(`member: ${word}`),
  })
  await until(() => expect(heard).toEqual(['member: runs']))
  member.link()?.send(later as PeerMessage)
  member.link()?.send({ word: 'withdraw', id: newId() })
  await until(() => expect(heard).toEqual(['member: runs', 'hub: withdraw']))
  expect(roles(hub, member)).toEqual(['hub', 'member'])
})
