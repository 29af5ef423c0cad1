import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterEach, describe, expect, it } from 'vitest'
import type { IpcReply } from '#shared/core/ipc.ts'
import { builtMain, type LaunchedTerminal, launchTerminal } from './launch.ts'

// The shell of the built product: `npm run build` first (`npm test` does it).
describe('shell of the terminal', () => {
  const open: LaunchedTerminal[] = []
  const dirs: string[] = []
  const makeDir = () => {
    const dir = mkdtempSync(join(tmpdir(), 'pitlane-shell-'))
    dirs.push(dir)
    return dir
  }
  const launch = async (dir: string) => {
    const terminal = await launchTerminal({ dir })
    open.push(terminal)
    return terminal
  }
  const ask = (page: Page, channel: string, input: unknown = {}): Promise<IpcReply<unknown>> =>
    page.evaluate(([name, value]) => window.pitlane?.invoke(name as string, value) as Promise<IpcReply<unknown>>, [
      channel,
      input,
    ] as const)
  const logOf = (dir: string) => readFileSync(join(dir, 'terminal.log'), 'utf8')

  afterEach(async () => {
    await Promise.all(open.splice(0).map((terminal) => terminal.kill()))
    for (const dir of dirs.splice(0)) rmSync(dir, { recursive: true, force: true })
  })

  it('answers its own page over one checked bridge and prevents navigation', async () => {
    const dir = makeDir()
    const page = await (await launch(dir)).firstWindow()

    expect(await ask(page, 'app:app.info')).toMatchObject({ ok: true, value: { dataDir: dir } })
    expect(await ask(page, 'app:settings.write', { prefix: 5 })).toMatchObject({
      ok: false,
      error: { code: 'common.invalidInput' },
    })
    await expect(ask(page, 'other:app.info')).rejects.toThrow('channel refused')
    expect(await page.evaluate(() => Object.keys(window.pitlane ?? {}))).toEqual(['invoke', 'on'])

    const blocked = await page.evaluate(async () => {
      const violated: string[] = []
      const both = new Promise<void>((resolve) => {
        document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
          violated.push(effectiveDirective)
          if (violated.length === 2) resolve()
        })
      })
      const inline = document.createElement('script')
      inline.textContent = 'document.documentElement.dataset.injected = "yes"'
      const frame = document.createElement('iframe')
      frame.src = '/index.html'
      document.body.append(inline, frame)
      await both
      return { violated: violated.sort(), injected: document.documentElement.dataset.injected ?? 'no' }
    })
    expect(blocked).toEqual({ violated: ['frame-src', 'script-src-elem'], injected: 'no' })
    await page.evaluate(() => {
      window.open('https://example.com/window')
      location.href = 'https://example.com/elsewhere'
    })
    await expect.poll(() => logOf(dir)).toMatch(/navigation refused.*elsewhere/)
    await expect.poll(() => logOf(dir)).toMatch(/new window refused.*example/)
    await expect.poll(() => page.context().pages().length).toBe(1)
    expect(await ask(page, 'app:app.info')).toMatchObject({ ok: true })
    for (const name of ['terminal.db', 'terminal.log', 'secure-store.key'])
      expect(statSync(join(dir, name)).mode & 0o077, `${name} belongs to its owner only`).toBe(0)
  })

  it('opens its window and reports a broken data file', async () => {
    const dir = makeDir()
    writeFileSync(join(dir, 'terminal.db'), 'this is no database '.repeat(500))
    const page = await (await launch(dir)).firstWindow()
    expect(await ask(page, 'app:connection.state')).toMatchObject({
      ok: true,
      value: { storageProblem: { code: 'storage.failed' } },
    })
  })

  it('opens its window even when no part of the terminal could start, and every call reports why', async () => {
    const dir = makeDir()
    mkdirSync(join(dir, 'secure-store.json'))
    const page = await (await launch(dir)).firstWindow()
    const reply = await ask(page, 'app:settings.read')
    expect(reply).toMatchObject({ ok: false, error: { code: 'common.internal' } })
    const { requestId } = (reply as { error: { details: { requestId: string } } }).error.details
    expect(logOf(dir)).toContain(requestId)
    await page.getByRole('alert').filter({ hasText: requestId }).waitFor()
  })

  it('checks the devices in place of a start, with --check-devices', async () => {
    const dir = makeDir()
    const boot = join(import.meta.dirname, 'boot.ts')
    const check = spawn(process.execPath, [boot, builtMain, '--check-devices', '--yes', '--out', join(dir, 'report')], {
      env: { ...process.env, PITLANE_TERMINAL_DIR: dir },
      stdio: 'ignore',
    })
    // Without settings there is something to report.
    expect(await once(check, 'exit')).toEqual([1, null])
    const [page = '', data = ''] = readdirSync(join(dir, 'report')).sort()
    expect([page, data]).toEqual([expect.stringMatching(/\.html$/), expect.stringMatching(/\.json$/)])
    expect(JSON.parse(readFileSync(join(dir, 'report', data), 'utf8')).findings.length).toBeGreaterThan(5)
    expect(existsSync(join(dir, 'terminal.db'))).toBe(false)
  })

  it('runs once per data folder, and restarts at once after being killed', async () => {
    const dir = makeDir()
    const first = await launch(dir)
    await first.firstWindow()
    const second = await launch(dir)
    expect(await second.exited).toBe(0)
    await first.kill()
    const page = await (await launch(dir)).firstWindow()
    expect(await ask(page, 'app:app.info')).toMatchObject({ ok: true })
  })
})
