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

it('says that it may have missed something when its line is open again, and not when it opens for the first time', async () => {
  server = new WebSocketServer({ port: 0, handleProtocols: () => 'pitlane' })
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
  await until(() => expect(heard.map(({ cmd }) => cmd)).toEqual(['changed']))
  for (const socket of server.clients) socket.terminate()
  await until(() => expect(states).toEqual([true, false]))
  realtime.restart()
  await until(() => expect(heard.map(({ cmd }) => cmd)).toEqual(['changed', 'resumed', 'changed']))
})
