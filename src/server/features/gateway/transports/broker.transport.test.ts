import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { Aedes } from 'aedes'
import { connect } from 'mqtt'
import { pino } from 'pino'
import { afterEach, expect, it } from 'vitest'
import { newId } from '#shared/core/id.ts'
import { boxTopic, DriveCommand, stopTopic } from '#shared/features/gateway/vehicle-protocol.schema.ts'
import { until } from '#tests/support/until.ts'
import type { Box, BoxMessage } from './box.transport.ts'
import { openBrokerTransport } from './broker.transport.ts'

const closings: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closings.splice(0).reverse()) await close()
})

/** A broker that supports only MQTT 3.1.1. */
async function broker(port = 0): Promise<{ port: number; kill(): Promise<void> }> {
  const aedes = await Aedes.createBroker()
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    aedes.handle(socket)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async kill() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((done) => aedes.close(done))
      await closed
    },
  }
}

const box: Box = {
  id: newId(),
  orgCode: 'A01A01',
  vehicleId: newId(),
  vehicleType: '',
  secretHash: Buffer.alloc(32),
  imei: '',
  simulated: false,
  gearLimit: 4,
  speedLimit: 100,
  limitCard: '',
  controlAddress: '',
  controlProtocol: '',
  trajectory: 0,
  isCoinMachine: false,
}

it('connects in MQTT 3.1.1 to a broker without MQTT 5, and publishes the stops again when the broker restarts', async () => {
  const first = await broker()
  const transport = openBrokerTransport(
    { log: pino({ level: 'silent' }) },
    { url: `mqtt://127.0.0.1:${first.port}`, tls: {} },
  )
  closings.push(() => transport.close())
  const boxMessages: BoxMessage[] = []
  transport.onMessage((message) => boxMessages.push(message))
  let opened = 0
  transport.onOpen(() => {
    opened++
    transport.publishStops('A01A01', { stops: [{ id: `stop ${opened}`, boxes: 'all' }] })
  })
  await until(() => expect(opened).toBe(1))

  const client = connect(`mqtt://127.0.0.1:${first.port}`, { protocolVersion: 4, reconnectPeriod: 100 })
  closings.push(() => client.endAsync(true))
  const received: [string, unknown][] = []
  client.on('message', (topic, payload) => received.push([topic, JSON.parse(payload.toString())]))
  await client.subscribeAsync([stopTopic('A01A01'), boxTopic('A01A01', box.id, 'command')])
  await until(() => expect(received).toEqual([[stopTopic('A01A01'), { stops: [{ id: 'stop 1', boxes: 'all' }] }]]))
  await until(async () => {
    await client.publishAsync(boxTopic('A01A01', box.id, 'state'), JSON.stringify({ battery: 7 }))
    expect(boxMessages[0]).toEqual({ boxId: box.id, orgCode: 'A01A01', leaf: 'state', message: { battery: 7 } })
  })
  const drive = DriveCommand.parse({ seq: 3, kind: 'drive', gear: 1, speed: 50 })
  transport.send(box, { leaf: 'command', message: drive })
  await until(() => expect(received.at(-1)).toEqual([boxTopic('A01A01', box.id, 'command'), drive]))

  // The broker restarts without its retained messages.
  await first.kill()
  const second = await broker(first.port)
  closings.push(() => second.kill())
  await until(() => expect(opened).toBe(2))
  await until(() => expect(received.at(-1)).toEqual([stopTopic('A01A01'), { stops: [{ id: 'stop 2', boxes: 'all' }] }]))
})
