import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, watch, writeFileSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { systemClock } from '#main/core/clocks/clock.ts'
import { EscPosDocument } from '#paper/index.ts'
import { PrinterSettings } from '#shared/ipc/devices.ts'
import { decodeTicket, FakeClock, startPrinterSink } from '#tests/support/escpos/index.ts'
import { until } from '#tests/support/until.ts'
import { attemptPrint } from './print-attempt.ts'
import { PrinterAnswers } from './printer.answers.ts'
import type { PrinterTransport } from './printer.link.ts'
import { transportFor } from './printer.transport.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'transport-'))
})

afterEach(() => rmSync(folder, { recursive: true }))

const options = { answers: true, hasAnswered: false, isSilent: false, baudRate: 19_200, clock: systemClock }
const { bytes } = new EscPosDocument(48).text('神秘车手 A008').qr('x').end(true)

const transport = (settings: Partial<PrinterSettings>): PrinterTransport => {
  const found = transportFor(PrinterSettings.parse(settings), systemClock)
  if (found === null) throw new Error('no transport')
  return found
}

/** Waits for a file created by another process. */
async function appears(name: string): Promise<string> {
  const path = join(folder, name)
  const watching = watch(folder)
  while (!existsSync(path)) await once(watching, 'change')
  watching.close()
  return path
}

describe('a serial port', () => {
  test('prints and is queried like a network printer, job after job', async () => {
    const sink = await startPrinterSink()
    const pty = `pty,raw,echo=0,link=${join(folder, 'tty')}`
    const socat = spawn('socat', [`${pty},ignoreeof`, `tcp:127.0.0.1:${sink.port}`], { stdio: 'ignore' })
    const path = await appears('tty')
    for (const number of [1, 2]) {
      const result = await attemptPrint(transport({ transport: 'serial', address: path }), bytes, options)
      expect(result).toMatchObject({ outcome: 'printed', problem: 'none' })
      expect(await sink.waitForJob(number)).toMatchObject({ qr: ['x'], cuts: 1 })
    }
    sink.set('cover-open')
    const blocked = await attemptPrint(transport({ transport: 'serial', address: path }), bytes, options)
    expect(blocked).toMatchObject({ outcome: 'blocked', detail: 'cover-open' })
    expect(sink.jobs).toHaveLength(2)
    socat.kill()
    await once(socat, 'exit')
    await sink.close()
  })

  test('that is missing is not-sent', async () => {
    const missing = transport({ transport: 'serial', address: join(folder, 'nothing') })
    expect(await attemptPrint(missing, bytes, options)).toMatchObject({ outcome: 'not-sent', detail: 'unreachable' })
  })
})

describe('a device file', () => {
  test.each([
    ['answers says that it printed', 'ready', 'printed'],
    ['says nothing has taken the bytes, which is all that can be known', 'silent', 'sent'],
  ] as const)('that %s', async (_what, mode, outcome) => {
    const sink = await startPrinterSink({ mode })
    const pty = `pty,cfmakeraw,link=${join(folder, 'lp0')}`
    const socat = spawn('socat', [`${pty},ignoreeof`, `tcp:127.0.0.1:${sink.port}`], { stdio: 'ignore' })
    const path = await appears('lp0')
    // The file exists slightly before socat has disabled line-end conversion on it.
    await until(() => expect(execFileSync('stty', ['-F', path, '-a'], { encoding: 'utf8' })).toContain('-opost'))
    const result = await attemptPrint(transport({ transport: 'file', address: path }), bytes, options)
    expect(result).toMatchObject({ outcome, detail: 'none' })
    await sink.until(() => sink.raw().length >= bytes.length)
    expect(decodeTicket(sink.raw()).lines[0]?.text).toBe('神秘车手 A008')
    socat.kill()
    await once(socat, 'exit')
    await sink.close()
  })

  test.each([
    ['a plain file, such as a script', (path: string) => writeFileSync(path, '#!/bin/sh\n')],
    ['another name of one', (path: string) => symlinkSync(join(folder, 'target'), path)],
    ['a pipe', (path: string) => void execFileSync('mkfifo', [path])],
    ['a folder', (path: string) => mkdirSync(path)],
  ])('that is %s is not written to', async (_what, make) => {
    writeFileSync(join(folder, 'target'), 'untouched')
    const path = join(folder, 'lp0')
    make(path)
    const result = await attemptPrint(transport({ transport: 'file', address: path }), bytes, options)
    expect(result).toMatchObject({ outcome: 'not-sent', detail: 'unreachable' })
    expect(readFileSync(join(folder, 'target'), 'utf8')).toBe('untouched')
  })

  test('that is missing is not-sent and is not created', async () => {
    const path = join(folder, 'lp1')
    const result = await attemptPrint(transport({ transport: 'file', address: path }), bytes, options)
    expect(result).toMatchObject({ outcome: 'not-sent', detail: 'unreachable' })
    expect(existsSync(path)).toBe(false)
  })

  test('that accepts no data is unknown', async () => {
    const full = transport({ transport: 'file', address: '/dev/full' })
    const unasked = { ...options, answers: false }
    expect(await attemptPrint(full, bytes, unasked)).toMatchObject({ outcome: 'unknown', detail: 'cut-off' })
    expect(await attemptPrint(full, bytes, options)).toMatchObject({ outcome: 'not-sent', detail: 'unreachable' })
  })
})

describe('a network printer', () => {
  /** A printer that sends constantly: closing with unread data resets the connection. */
  async function startTalker(limit: number) {
    let received = 0
    let reset = false
    let done = (): void => undefined
    const finished = new Promise<void>((resolve) => {
      done = resolve
    })
    const server = createServer((socket: Socket) => {
      const talk = (): void => {
        if (socket.writable) socket.write(Uint8Array.of(0x14, 0, 0, 0x0f), () => setImmediate(talk))
      }
      talk()
      socket.on('data', (part) => {
        received += part.length
      })
      socket.on('error', () => {
        reset = true
      })
      socket.on('close', done)
      socket.on('end', () => socket.end())
    })
    server.listen(limit, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    return { port, finished, close: () => server.close(), seen: () => ({ received, reset }) }
  }

  test('gets every byte of a long job although it sends status all the while', async () => {
    const talker = await startTalker(0)
    const long = Buffer.alloc(300_000, 0x41)
    const tcp = transport({ transport: 'tcp', address: '127.0.0.1', port: talker.port })
    expect(await attemptPrint(tcp, long, { ...options, answers: false })).toMatchObject({ outcome: 'sent' })
    await talker.finished
    expect(talker.seen()).toEqual({ received: 300_000, reset: false })
    talker.close()
  })

  test('its unsolicited status and flow control are not taken for an answer, in any chunks', async () => {
    const clock = new FakeClock()
    const answers = new PrinterAnswers(clock)
    const fence = answers.next('fence', 100)
    answers.data(Uint8Array.of(0x14, 0x00, 0x00, 0x0f, 0x11, 0x13, 0x10))
    answers.data(Uint8Array.of(0x00, 0x00))
    answers.data(Uint8Array.of(0x00))
    clock.advance(100)
    expect(await fence).toBeNull()
    const real = answers.next('fence', 100)
    answers.data(Uint8Array.of(0x12, 0x03))
    expect(await real).toBe(0x03)
  })

  test('that does not respond is not-sent after three seconds', async () => {
    const clock = new FakeClock()
    // An address of the documentation range: packets to it are dropped or refused.
    const tcp = transportFor(PrinterSettings.parse({ transport: 'tcp', address: '192.0.2.1' }), clock)
    if (tcp === null) throw new Error('no transport')
    const result = attemptPrint(tcp, bytes, { ...options, clock })
    clock.advance(3000)
    expect(await result).toMatchObject({ outcome: 'not-sent', detail: 'unreachable', problem: 'unreachable' })
  })
})
