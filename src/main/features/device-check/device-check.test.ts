import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import type { z } from 'zod'
import { type TextKey, type TextValues, text } from '#shared/i18n/catalogue.ts'
import { StoredSettings } from '#shared/ipc/contract.ts'
import { startPrinterSink } from '#tests/support/escpos/index.ts'
import { openSerialPair, rdm6300Frame } from '#tests/support/serial/index.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'
import type { DeviceReport } from './report.ts'

const program = join(import.meta.dirname, '..', '..', 'devices-check.ts')
const t = (key: TextKey, values?: TextValues) => text('zh', key, values)

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

/** Runs the command on a computer with these settings; `during` gets what it has printed. */
async function check(
  settings: z.input<typeof StoredSettings>,
  args: string[],
  during: (printed: () => string) => Promise<void> = async () => undefined,
) {
  const dir = mkdtempSync(join(tmpdir(), 'pitlane-check-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  writeFileSync(join(dir, 'settings.json'), JSON.stringify({ version: 3, settings: StoredSettings.parse(settings) }))
  const child = spawn(process.execPath, [program, '--dir', dir, '--out', join(dir, 'out'), ...args], {
    env: { ...process.env, PITLANE_SERVER_URL: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (piece: string) => {
      printed += piece
    })
  const ended = once(child, 'close')
  await during(() => printed)
  const [code] = await ended
  const read = (ending: string): string => {
    const name = readdirSync(join(dir, 'out')).find((file) => file.endsWith(ending)) ?? ''
    return readFileSync(join(dir, 'out', name), 'utf8')
  }
  const json = read('.json')
  const report = JSON.parse(json) as DeviceReport
  return { code, printed, json, page: read('.html'), report, texts: report.findings.map((finding) => finding.text) }
}

it('tries every device of a counter with its settings, and leaves secrets out of the report', async () => {
  const sink = await startPrinterSink()
  onTestFinished(() => sink.close())
  const [reader, display] = await Promise.all([openSerialPair(), openSerialPair()])
  onTestFinished(async () => {
    await Promise.all([reader.close(), display.close()])
  })
  const settings: z.input<typeof StoredSettings> = {
    serverUrl: server.url.replace('http://', 'http://owner:hidden@'),
    readers: [{ path: reader.readerPath }],
    printer: { transport: 'tcp', address: sink.host, port: sink.port, drawer: 'pin2' },
    customerDisplay: { path: display.readerPath },
    muted: true,
  }
  const { code, printed, json, page, report, texts } = await check(
    settings,
    ['--yes', '--seconds', '60'],
    async (said) => {
      await until(() =>
        expect(said()).toContain(t('deviceCheck.reader.swipe', { path: reader.readerPath, seconds: 60 })),
      )
      await reader.write(rdm6300Frame('0004829731'))
    },
  )
  expect(printed).toContain(t('deviceCheck.reader.reads', { path: reader.readerPath, card: '…731' }))
  expect(report.findings.filter(({ result }) => result === 'problem')).toEqual([])
  expect(code).toBe(0)
  expect(texts).toEqual(
    expect.arrayContaining([
      t('deviceCheck.settings.found'),
      expect.stringContaining(`${server.url} 有应答`),
      expect.stringMatching(/^实时连接能建立/),
      t('deviceCheck.printer.ready', { address: `${sink.host}:${sink.port}` }),
      t('deviceCheck.printer.printed'),
      t('deviceCheck.drawer.kicked'),
      t('deviceCheck.display.shows', { path: display.readerPath }),
      t('deviceCheck.sound.muted'),
    ]),
  )
  expect((await sink.waitForJob(1)).complete).toBe(true)
  // The pulse of the drawer's connector at pin 2.
  expect(sink.raw().includes(Buffer.from([0x1b, 0x70, 0x00]))).toBe(true)
  for (const file of [json, page]) {
    expect(file).not.toContain('hidden')
    expect(file).not.toContain('0004829731')
  }
  expect(page).toContain(t('deviceCheck.result.good'))
})

it('names what is wrong and what to do, and touches nothing that nobody agreed to', async () => {
  const sink = await startPrinterSink({ mode: 'paper-out' })
  onTestFinished(() => sink.close())
  const foreign = createServer((_, response) => response.end('<h1>sign in to this network</h1>')).listen(0, '127.0.0.1')
  await once(foreign, 'listening')
  onTestFinished(() => void foreign.close())
  const serverUrl = `http://127.0.0.1:${(foreign.address() as AddressInfo).port}`
  const missing = join(tmpdir(), 'pitlane-no-such-reader')
  const printer = { transport: 'tcp', address: sink.host, port: sink.port, drawer: 'pin2' } as const
  const { code, texts, report } = await check({ serverUrl, readers: [{ path: missing }], printer, muted: true }, [])
  expect(code).toBe(1)
  expect(texts).toEqual(
    expect.arrayContaining([
      t('deviceCheck.server.foreign', { address: serverUrl }),
      expect.stringContaining(`读卡器 ${missing} 打不开`),
      t('deviceCheck.printer.problem', {
        address: `${sink.host}:${sink.port}`,
        problem: t('device.problem.paper-out'),
      }),
    ]),
  )
  expect(
    report.findings.filter(({ result }) => result === 'problem').every(({ adviceText }) => adviceText !== ''),
  ).toBe(true)

  sink.set('ready')
  const unasked = await check({ serverUrl: server.url, printer, muted: true }, ['--language', 'en'])
  expect(unasked.texts.filter((words) => words === text('en', 'deviceCheck.notAsked'))).toHaveLength(2)
  expect(sink.jobs).toEqual([])
})
