import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'
import type { Deps } from '#server/core/slice.ts'
import { type BoxDirectory, isBoxSecret } from '#server/features/gateway/boxes.repository.ts'
import { BOX_LEAVES, type Stops } from '#shared/features/gateway/vehicle-protocol.schema.ts'
import type { Box, BoxMessage, BoxTransport, ServerMessage } from './box.transport.ts'
import { createMessageRateLimit } from './message-rate.limit.ts'
import { parsePayload } from './payload.calc.ts'

/** A box that does not sign in or send anything within this time is disconnected. */
const SILENCE_MS = 10_000
const MAX_FRAME_BYTES = 16 * 1024

const isBoxLeaf = (leaf: string): leaf is BoxMessage['leaf'] => (BOX_LEAVES as readonly string[]).includes(leaf)

/** Formats `$<IMEI>,<word>,<JSON>*<checksum>\r\n`. The checksum is the XOR of the bytes between `$` and `*` in two hexadecimal digits. */
export function formatFrame(imei: string, word: string, message: object | string): string {
  const body = `${imei},${word},${typeof message === 'string' ? message : JSON.stringify(message)}`
  return `$${body}*${checksum(body)}\r\n`
}

function checksum(body: string): string {
  let sum = 0
  for (const byte of Buffer.from(body)) sum ^= byte
  return sum.toString(16).toUpperCase().padStart(2, '0')
}

/** Parses a frame; returns null if it is malformed or damaged. */
export function readFrame(line: string): { imei: string; word: string; text: string } | null {
  const [, body, sum] = /^\$(.*)\*([0-9A-F]{2})$/s.exec(line) ?? []
  if (body === undefined || checksum(body) !== sum) return null
  const [, imei, word, text] = /^(\d{14,16}),([a-z]{2,10}),(.*)$/s.exec(body) ?? []
  return imei === undefined || word === undefined || text === undefined ? null : { imei, word, text }
}

interface FramesTransport extends BoxTransport {
  port: number
}

/**
 * Opens the transport for boxes without MQTT, which send frames with their IMEI over plain TCP. The first frame is `login` with the
 * password; each later frame carries one message of the vehicle protocol.
 */
export async function openFramesTransport(
  { log }: Pick<Deps, 'log'>,
  directory: BoxDirectory,
  { host, port }: { host: string; port: number },
): Promise<FramesTransport> {
  const listeners: ((message: BoxMessage) => void)[] = []
  const sockets = new Map<string, Socket>()
  const stopsOf = new Map<string, Stops>()
  const connections = new Set<Socket>()
  const isWithinRate = createMessageRateLimit()

  const send = (box: Box, word: string, message: object): void => {
    const socket = sockets.get(box.id)
    if (socket?.writable) socket.write(formatFrame(box.imei, word, message))
  }

  const deliver = (box: Box, leaf: BoxMessage['leaf'], message: unknown): void => {
    for (const listener of listeners) listener({ boxId: box.id, orgCode: box.orgCode, leaf, message })
  }

  const signIn = (socket: Socket, imei: string, secret: string): Box | null => {
    const box = directory.findByImei(imei)
    if (!box || !isBoxSecret(box, secret)) return null
    sockets.get(box.id)?.destroy()
    sockets.set(box.id, socket)
    // If the stops are not loaded yet, the box receives them as soon as they are, and does not drive before.
    const stops = stopsOf.get(box.orgCode)
    if (stops) send(box, 'stop', stops)
    return box
  }

  const serve = (socket: Socket): void => {
    let text = ''
    let box: Box | null = null
    connections.add(socket)
    socket
      .setNoDelay(true)
      .setEncoding('utf8')
      .setTimeout(SILENCE_MS, () => socket.destroy())

    const handleLine = (line: string): void => {
      const read = readFrame(line)
      if (!read) return
      if (!box) {
        box = read.word === 'login' ? signIn(socket, read.imei, read.text) : null
        if (!box) socket.destroy()
      } else if (read.imei !== box.imei || !isWithinRate(box.id)) socket.destroy()
      else if (isBoxLeaf(read.word)) deliver(box, read.word, parsePayload(read.text))
    }

    socket.on('data', (chunk: string) => {
      text += chunk
      const lines = text.split('\r\n')
      text = lines.pop() ?? ''
      for (const line of lines) handleLine(line)
      if (text.length > MAX_FRAME_BYTES) socket.destroy()
    })
    socket.on('error', (error) => log.debug({ err: error }, 'a box was disconnected'))
    socket.on('close', () => {
      connections.delete(socket)
      if (!box || sockets.get(box.id) !== socket) return
      sockets.delete(box.id)
      deliver(box, 'online', { online: false })
    })
  }

  const server = createServer(serve)
  server.listen(port, host)
  await once(server, 'listening')
  directory.onChange((gone) => {
    for (const id of gone) sockets.get(id)?.destroy()
  })

  return {
    port: (server.address() as AddressInfo).port,
    send: (box: Box, { leaf, message }: ServerMessage) => send(box, leaf, message),
    publishStops(orgCode, stops) {
      stopsOf.set(orgCode, stops)
      for (const id of sockets.keys()) {
        const box = directory.find(id)
        if (box?.orgCode === orgCode) send(box, 'stop', stops)
      }
    },
    onMessage: (listener) => void listeners.push(listener),
    onOpen: (listener) => listener(),
    async close() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of connections) socket.destroy()
      await closed
    },
  }
}
