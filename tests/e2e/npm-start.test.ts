import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { freePort } from '#tests/support/free-port.ts'
import { PATIENCE_MS, until } from '#tests/support/until.ts'

const root = join(import.meta.dirname, '..', '..')
let dataDir: string
let port: number
let running: ChildProcess | undefined

// The first start creates the demo venue, which takes most of its time; the others find it.
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'pitlane-start-'))
})
beforeEach(async () => {
  port = await freePort()
})
afterEach(async () => {
  if (running) await end('SIGKILL')
  await until(() => expect(processes()).toEqual([]))
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const url = (path: string) => `http://127.0.0.1:${port}${path}`

/** All processes on this test's data; PostgreSQL has the folder in its arguments. */
const processes = (): string[] =>
  execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(dataDir))

const direct = [process.execPath, 'scripts/run.mjs', 'start']

/** Runs `npm start` in its own process group, as a shell or a supervisor does. */
async function start([program = '', ...args]: readonly string[] = direct): Promise<string[]> {
  const printed: string[] = []
  const env = { ...process.env, PORT: String(port), PITLANE_DATA_DIR: dataDir }
  const child = spawn(program, args, { cwd: root, env, detached: true, stdio: 'pipe' })
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => printed.push(text))
  }
  running = child
  await until(
    async () => {
      if (child.exitCode !== null) throw new Error(`it ended: ${printed.join('')}`)
      expect((await fetch(url('/readyz'))).status).toBe(200)
      // It may have to build, and creates the demo venue.
    },
    100,
    4 * PATIENCE_MS,
  )
  return printed
}

/** Sends a signal to its process group, or to npm alone. */
async function end(signal: NodeJS.Signals, whom: 'group' | 'npm' = 'group'): Promise<void> {
  const child = running
  running = undefined
  if (!child?.pid) return
  const ended = once(child, 'exit')
  process.kill(whom === 'npm' ? child.pid : -child.pid, signal)
  await ended
}

const signIn = async (): Promise<string> => {
  const body = JSON.stringify({ username: 'cashier', password: 'pitlane-demo' })
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(url('/api/sys/login'), { method: 'POST', body, headers })
  return ((await answer.json()) as { result: { token: string } }).result.token
}

const storesOf = async (token: string): Promise<unknown> => {
  const answer = await fetch(url('/api/sys/user/getCurrentUserDeparts'), { headers: { 'X-Access-Token': token } })
  return answer.json()
}

describe('npm start', { timeout: 15 * PATIENCE_MS }, () => {
  it('serves the web admin and the demo venue, prints how to sign in, and ends all its processes', async () => {
    const printed = await start()
    expect(await (await fetch(url('/'))).text()).toContain('<div id=')
    expect(await storesOf(await signIn())).toMatchObject({ success: true })
    expect(printed.join('')).toContain(url('/'))
    expect(printed.join('')).toContain('pitlane-demo')
    await end('SIGTERM')
    await until(() => expect(processes()).toEqual([]))
  })

  it('ends all its processes when npm alone is signalled', async () => {
    await start(['npm', 'start'])
    await end('SIGTERM', 'npm')
    await until(() => expect(processes()).toEqual([]))
  })

  it('keeps its data after a stop and after SIGKILL of its process group', async () => {
    await start()
    const token = await signIn()
    await end('SIGTERM')
    await start()
    expect(await storesOf(token)).toMatchObject({ success: true })
    await end('SIGKILL')
    await until(() => expect(processes()).toEqual([]))
    await start()
    expect(await storesOf(token)).toMatchObject({ success: true })
  })
})
