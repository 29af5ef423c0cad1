import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { BoxDirectory } from '#server/features/gateway/boxes.repository.ts'
import { newId } from '#shared/core/id.ts'
import { DriveCommand } from '#shared/features/gateway/vehicle-protocol.schema.ts'
import { until } from '#tests/support/until.ts'
import type { Box, BoxMessage, BoxTransport } from './box.transport.ts'
import { formatFrame, openFramesTransport, readFrame } from './frames.transport.ts'

const IMEI = '860123456789012'
const SECRET = 'a-password-of-a-box'

const box: Box = {
  id: newId(),
  orgCode: 'A01A01',
  vehicleId: newId(),
  vehicleType: '',
  secretHash: createHash('sha256').update(SECRET).digest(),
  imei: IMEI,
  simulated: false,
  gearLimit: 4,
  speedLimit: 100,
  limitCard: '',
  controlAddress: '',
  controlProtocol: '',
  trajectory: 0,
  isCoinMachine: false,
}
const directory: BoxDirectory = {
  find: (id) => (id === box.id ? box : undefined),
  findByImei: (imei) => (imei === IMEI ? box : undefined),
  ofVehicle: () => box,
  all: () => [box],
  refresh: async () => undefined,
  onChange: () => undefined,
}

let transport: BoxTransport & { port: number }
const received: BoxMessage[] = []
const sockets: Socket[] = []
beforeAll(async () => {
  transport = await openFramesTransport({ log: pino({ level: 'silent' }) }, directory, { host: '127.0.0.1', port: 0 })
  transport.onMessage((message) => received.push(message))
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  await transport.close()
})

async function connectBox() {
  const socket = connect(transport.port, '127.0.0.1')
  sockets.push(socket)
  let text = ''
  let isClosed = false
  socket.setEncoding('utf8')
  socket.on('data', (chunk: string) => {
    text += chunk
  })
  socket.on('error', () => undefined)
  socket.on('close', () => {
    isClosed = true
  })
  await once(socket, 'connect')
  const frames = () => text.split('\r\n').flatMap((line) => readFrame(line) ?? [])
  return { socket, frames, isClosed: () => isClosed }
}

it('exchanges the same messages in frames as over MQTT', async () => {
  transport.publishStops('A01A01', { stops: [{ id: 'one', boxes: 'all' }] })
  const { socket, frames } = await connectBox()
  const lap = { run: newId(), number: 1, ms: 30_000, ago: 0 }
  const text = `${formatFrame(IMEI, 'login', SECRET)}${formatFrame(IMEI, 'online', { online: true })}${formatFrame(IMEI, 'lap', lap)}`
  // Split as by a network, and with a damaged frame.
  socket.write(text.slice(0, 40))
  socket.write(text.slice(40))
  socket.write(formatFrame(IMEI, 'lap', { ...lap, number: 2 }).replace('30000', '30001'))
  await until(() => expect(received).toHaveLength(2))
  expect(received).toMatchObject([
    { boxId: box.id, orgCode: 'A01A01', leaf: 'online', message: { online: true } },
    { leaf: 'lap', message: lap },
  ])
  // Before anything else it receives the emergency stops.
  await until(() => expect(frames()).toMatchObject([{ imei: IMEI, word: 'stop' }]))
  expect(JSON.parse(frames()[0]?.text ?? '')).toEqual({ stops: [{ id: 'one', boxes: 'all' }] })
  transport.send(box, { leaf: 'command', message: DriveCommand.parse({ seq: 1, kind: 'drive', gear: 2, speed: 60 }) })
  transport.publishStops('A01A02', { stops: [] })
  transport.publishStops('A01A01', { stops: [] })
  await until(() => expect(frames().map(({ word }) => word)).toEqual(['stop', 'command', 'stop']))
  socket.destroy()
  await until(() => expect(received.at(-1)).toMatchObject({ leaf: 'online', message: { online: false } }))
})

it('disconnects a box with a wrong password, with the IMEI of another, or with an endless frame', async () => {
  const other = '860123456789099'
  const cases = [
    formatFrame(IMEI, 'login', 'another-password'),
    formatFrame(other, 'login', SECRET),
    formatFrame(IMEI, 'state', {}),
    `${formatFrame(IMEI, 'login', SECRET)}${formatFrame(other, 'state', {})}`,
    `$${IMEI},login,${'x'.repeat(20_000)}`,
  ]
  const before = received.filter(({ leaf }) => leaf === 'state').length
  for (const text of cases) {
    const { socket, isClosed } = await connectBox()
    socket.write(text)
    await until(() => expect(isClosed()).toBe(true))
  }
  expect(received.filter(({ leaf }) => leaf === 'state')).toHaveLength(before)
})
