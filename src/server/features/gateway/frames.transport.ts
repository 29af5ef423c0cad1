import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'
import type { Deps } from '#server/core/slice.ts'
import { BOX_LEAVES, type Stops } from '#shared/features/gateway/vehicle-protocol.schema.ts'
import type { Box, BoxMessage, BoxTransport, ServerMessage } from './box.transport.ts'
import { type BoxDirectory, isBoxSecret } from './boxes.repository.ts'
import { createMessageRateLimit } from './message-rate.limit.ts'
import { parsePayload } from './payload.ts'

/** A box signs in within this time and says something this often, or is cut off. */
const SILENCE_MS = 10_000
const LONGEST_FRAME = 16 * 1024

const isBoxLeaf = (leaf: string): leaf is BoxMessage['leaf'] => (BOX_LEAVES as readonly string[]).includes(leaf)

/** `<IMEI>,<word>,<JSON>` between a dollar sign and a star, the exclusive or of its bytes in two hexadecimal digits, and a line end. */
export function formatFrame(imei: string, word: string, message: object | string): string {
  const body = `${imei},${word},${typeof message === 'string' ? message : JSON.stringify(message)}`
  return `$${body}*${checksum(body)}\r\n`
}

function checksum(body: string): string {
  let sum = 0
  for (const byte of Buffer.from(body)) sum ^= byte
  return sum.toString(16).toUpperCase().padStart(2, '0')
}

/** What stands in a frame; null where it is none, or was damaged on its way. */
export function readFrame(line: string): { imei: string; word: string; text: string } | null {
  const [, body, sum] = /^\$(.*)\*([0-9A-F]{2})$/s.exec(line) ?? []
  if (body === undefined || checksum(body) !== sum) return null
  const [, imei, word, text] = /^(\d{14,16}),([a-z]{2,10}),(.*)$/s.exec(body) ?? []
  return imei === undefined || word === undefined || text === undefined ? null : { imei, word, text }
}

interface FramesWay extends BoxTransport {
  port: number
}

/**
 * Boxes that have no MQTT and send frames with their IMEI over plain TCP. The first frame is `login` with the password; then each says
 * what it would say on its topics, and hears what it would hear there.
 */
export async function openFramesTransport(
  { log }: Pick<Deps, 'log'>,
  directory: BoxDirectory,
  { host, port }: { host: string; port: number },
): Promise<FramesWay> {
  const listeners: ((message: BoxMessage) => void)[] = []
  const sockets = new Map<string, Socket>()
  const stopsOf = new Map<string, Stops>()
  const open = new Set<Socket>()
  const maySpeak = createMessageRateLimit()

  const tell = (box: Box, word: string, message: object): void => {
    const socket = sockets.get(box.id)
    if (socket?.writable) socket.write(formatFrame(box.imei, word, message))
  }

  const hear = (box: Box, leaf: BoxMessage['leaf'], message: unknown): void => {
    for (const heard of listeners) heard({ boxId: box.id, orgCode: box.orgCode, leaf, message })
  }

  const signIn = (socket: Socket, imei: string, secret: string): Box | null => {
    const box = directory.findByImei(imei)
    if (!box || !isBoxSecret(box, secret)) return null
    sockets.get(box.id)?.destroy()
    sockets.set(box.id, socket)
    // What is in force may not have been read yet: then it hears of it as soon as that is known, and does not drive before.
    const stops = stopsOf.get(box.orgCode)
    if (stops) tell(box, 'stop', stops)
    return box
  }

  const serve = (socket: Socket): void => {
    let text = ''
    let box: Box | null = null
    open.add(socket)
    socket
      .setNoDelay(true)
      .setEncoding('utf8')
      .setTimeout(SILENCE_MS, () => socket.destroy())

    const take = (line: string): void => {
      const read = readFrame(line)
      if (!read) return
      if (!box) {
        box = read.word === 'login' ? signIn(socket, read.imei, read.text) : null
        if (!box) socket.destroy()
      } else if (read.imei !== box.imei || !maySpeak(box.id)) socket.destroy()
      else if (isBoxLeaf(read.word)) hear(box, read.word, parsePayload(read.text))
    }

    socket.on('data', (chunk: string) => {
      text += chunk
      const lines = text.split('\r\n')
      text = lines.pop() ?? ''
      for (const line of lines) take(line)
      if (text.length > LONGEST_FRAME) socket.destroy()
    })
    socket.on('error', (error) => log.debug({ err: error }, 'a box was cut off'))
    socket.on('close', () => {
      open.delete(socket)
      if (!box || sockets.get(box.id) !== socket) return
      sockets.delete(box.id)
      hear(box, 'online', { online: false })
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
    send: (box: Box, { leaf, message }: ServerMessage) => tell(box, leaf, message),
    publishStops(orgCode, stops) {
      stopsOf.set(orgCode, stops)
      for (const id of sockets.keys()) {
        const box = directory.find(id)
        if (box?.orgCode === orgCode) tell(box, 'stop', stops)
      }
    },
    onMessage: (heard) => void listeners.push(heard),
    onOpen: (work) => work(),
    async close() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of open) socket.destroy()
      await closed
    },
  }
}
