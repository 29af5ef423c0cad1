import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '#server/db/embedded.ts'
import { startChromium } from '#tests/electron-host/chromium.ts'
import { builtMain, launchTerminal } from '#tests/electron-host/launch.ts'
import type { Bench } from './bench.ts'
import { builtServer, startProgram } from './processes.ts'
import type { NotMeasured, Outcome, Result, Series } from './report.ts'

/** From the start of a process to its first use: the server with data, the server without data, the terminal's window. */
export async function coldStartBenchmark(bench: Bench): Promise<Outcome[]> {
  return [...(await serverStarts(bench)), await terminalStart(bench)]
}

const HELLO = { script: join(import.meta.dirname, 'bare-fastify.server.ts'), args: ['/', '{}'], readyPath: '/' }

async function serverStarts({ folder, rounds, quick }: Bench): Promise<Result[]> {
  const data = join(folder, 'cold')
  const fresh = async () => {
    await rm(data, { recursive: true, force: true })
    return onData()
  }
  const onData = () =>
    timed(async () => {
      const env = { PITLANE_DATA_DIR: data, PITLANE_DEMO: '1', PITLANE_MQTT_URL: 'off' }
      const { stop } = await startProgram({ script: builtServer, env, readyPath: '/readyz' })
      return stop
    })
  const postgres = () =>
    timed(async () => {
      const { stop } = await startEmbeddedPostgres({ dataDir: data })
      return stop
    })
  const freshPostgres = async () => {
    await rm(data, { recursive: true, force: true })
    return postgres()
  }
  const bare = () => timed(async () => (await startProgram(HELLO)).stop)

  const firsts: Record<'server' | 'parts', number[]> = { server: [], parts: [] }
  for (let round = 0; round < (quick ? 1 : 3); round++) {
    firsts.parts.push((await freshPostgres()) + (await bare()))
    firsts.server.push(await fresh())
  }
  const again: Record<'server' | 'parts', number[]> = { server: [], parts: [] }
  for (let round = 0; round < rounds; round++) {
    again.parts.push((await postgres()) + (await bare()))
    again.server.push(await onData())
  }
  const of = (name: string, figures: number[]): Series => ({ name, figures })
  return [
    {
      benchmark: 'cold-start',
      title: `server with its data, process to ready, ${again.server.length} rounds`,
      unit: 'ms',
      subject: of('built server with embedded PostgreSQL', again.server),
      baselines: [of('PostgreSQL alone on the same files, then bare Fastify', again.parts)],
    },
    {
      benchmark: 'cold-start',
      title: `server without data: initdb, tables, demo venue, ${firsts.server.length} rounds`,
      unit: 'ms',
      subject: of('built server, the first start ever', firsts.server),
      baselines: [of('initdb and PostgreSQL alone, then bare Fastify', firsts.parts)],
    },
  ]
}

async function terminalStart({ folder, rounds }: Bench): Promise<Result | NotMeasured> {
  const named = { benchmark: 'cold-start', title: 'terminal, process to the sign-in form' } as const
  if (!existsSync(builtMain)) return { ...named, notMeasured: `${builtMain} is missing; "npm run build" makes it` }
  const windows: number[] = []
  const blanks: number[] = []
  try {
    for (let round = 0; round < rounds; round++) {
      blanks.push(await blankPage(join(folder, `blank-${round}`)))
      windows.push(await firstWindow(join(folder, `window-${round}`)))
    }
  } catch (error) {
    return { ...named, notMeasured: String(error).split('\n', 1)[0] ?? '' }
  }
  return {
    ...named,
    title: `${named.title}, host of the tests in place of Electron, no server, ${rounds} rounds`,
    unit: 'ms',
    subject: { name: 'built terminal, empty folder', figures: windows },
    baselines: [{ name: 'the same Chromium with a blank page', figures: blanks }],
  }
}

const firstWindow = (dir: string): Promise<number> =>
  timed(async () => {
    // Nothing listens on port 9, so the terminal starts without its server.
    const terminal = await launchTerminal({ dir, env: { PITLANE_SERVER_URL: 'http://127.0.0.1:9' } })
    try {
      const page = await terminal.firstWindow()
      await page.waitForSelector('input[type=password]', { timeout: 20_000 })
    } catch (error) {
      await terminal.kill()
      throw error
    }
    return () => terminal.close()
  })

const blankPage = (dir: string): Promise<number> =>
  timed(async () => {
    const chromium = await startChromium({ profileDir: dir, headless: true })
    const { targetId } = await chromium.send<{ targetId: string }>('Target.createTarget', { url: 'about:blank' })
    const attach = { targetId, flatten: true }
    const { sessionId } = await chromium.send<{ sessionId: string }>('Target.attachToTarget', attach)
    await chromium.send('Runtime.evaluate', { expression: 'document.readyState' }, sessionId)
    return () => chromium.close()
  })

/** The duration in ms, without the time for stopping the processes. */
async function timed(start: () => Promise<() => Promise<void>>): Promise<number> {
  const began = performance.now()
  const stop = await start()
  const took = performance.now() - began
  await stop()
  return took
}
