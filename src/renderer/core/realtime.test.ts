import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { WebSocketServer } from 'ws'
import { until } from '#tests/support/until.ts'
import { createRealtime, type Push } from './realtime.ts'

let server: WebSocketServer

afterEach(() => {
  for (const socket of server.clients) socket.terminate()
  server.close()
})

/** A server that greets accepted clients, and the client that connects to it. */
async function listen(letsIn: () => boolean) {
  server = new WebSocketServer({
    port: 0,
    handleProtocols: () => 'pitlane',
    verifyClient: (_, answer) => answer(letsIn(), 503),
  })
  await once(server, 'listening')
  server.on('connection', (socket) => socket.send(JSON.stringify({ cmd: 'changed', topic: 'floor' })))
  const { port } = server.address() as AddressInfo
  const states: boolean[] = []
  const heard: Push[] = []
  const realtime = createRealtime({
    address: () => ({ url: `ws://127.0.0.1:${port}`, token: 'token' }),
    opened: (open) => states.push(open),
    ended: () => undefined,
  })
  realtime.pushes.on((push) => heard.push(push))
  realtime.restart()
  return { realtime, heard, states }
}

it('emits `resumed` after a reconnect, and not after the first connect', async () => {
  const { realtime, heard, states } = await listen(() => true)
  await until(() => expect(heard.map(({ cmd }) => cmd)).toEqual(['changed']))
  for (const socket of server.clients) socket.terminate()
  await until(() => expect(states).toEqual([true, false]))
  realtime.restart()
  await until(() => expect(heard.map(({ cmd }) => cmd)).toEqual(['changed', 'resumed', 'changed']))
})

it('emits `resumed` also where the first attempt failed, as screens have loaded meanwhile', async () => {
  let attempts = 0
  const { realtime, heard, states } = await listen(() => ++attempts > 1)
  await until(() => expect(states).toEqual([false]))
  realtime.restart()
  await until(() => expect(heard.map(({ cmd }) => cmd)).toEqual(['resumed', 'changed']))
})
