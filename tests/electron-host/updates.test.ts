import { type ChildProcess, spawn } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { readUpdates } from '#main/core/updates/update-state.ts'
import { terminalId } from '#main/features/settings/index.ts'
import { signTerminalRelease, writeReleaseKeys } from '#scripts/packaging/terminal-release.ts'
import { startTestServer } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'

// Packages are scripts that start the built main bundle of a folder: `npm run build terminal` first (`npm test` does it).

const root = join(import.meta.dirname, '..', '..')
const folder = mkdtempSync(join(tmpdir(), 'pitlane-updated-'))
const dir = join(folder, 'data')
const program = join(folder, 'Pitlane.AppImage')
const server = await startTestServer({ terminalReleasesDir: join(folder, 'releases') })
const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }

afterAll(async () => {
  const pid = runningPid()
  if (pid) process.kill(pid, 'SIGTERM')
  await until(() => expect(runningPid()).toBeNull())
  await server.stop()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

const key = join(folder, 'vendor.pem')
writeFileSync(key, generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }))

/** Builds a package of a version, and returns its text. A broken one cannot load its program. */
async function packaged(version: string, isBroken = false): Promise<string> {
  const at = join(folder, version)
  mkdirSync(at)
  for (const name of ['node_modules', 'resources']) symlinkSync(join(root, name), join(at, name))
  cpSync(join(root, 'out'), join(at, 'out'), { recursive: true })
  writeFileSync(join(at, 'package.json'), JSON.stringify({ name: 'pitlane', version, type: 'module' }))
  await writeReleaseKeys(join(at, 'out/main'), key)
  if (isBroken) {
    const chunks = readdirSync(join(at, 'out/main'), { recursive: true, encoding: 'utf8' })
    const loaded = chunks.find((name) => /(^|\/)program(-.*)?\.js$/.test(name))
    if (!loaded) throw new Error('the main bundle has no part that the guard loads')
    writeFileSync(join(at, 'out/main', loaded), 'throw new Error("this version is broken")\n')
  }
  const boot = join(root, 'tests/electron-host/boot.ts')
  const variables = `APPIMAGE='${program}' APPDIR='${dirname(process.execPath)}'`
  return `#!/bin/sh\ncd '${at}'\n${variables} exec '${process.execPath}' '${boot}' out/main/index.js\n`
}

async function release(version: string, isBroken = false): Promise<void> {
  const installers = join(folder, `installers-${version}`)
  mkdirSync(installers)
  writeFileSync(join(installers, 'Pitlane.AppImage'), await packaged(version, isBroken))
  await signTerminalRelease({ installers, output: join(folder, 'releases'), version, keyFile: key })
}

const started: ChildProcess[] = []
const run = () =>
  started.push(
    spawn(program, {
      env: { ...process.env, PITLANE_TERMINAL_DIR: dir, PITLANE_SERVER_URL: server.url },
      stdio: 'ignore',
    }),
  )

function runningPid(): number | null {
  try {
    const pid = Number(readFileSync(join(dir, 'host.lock'), 'utf8'))
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('electron-host') ? pid : null
  } catch {
    return null
  }
}

/** The versions that have started well so far. */
function wellStarted(): string[] {
  const log = join(dir, 'terminal.log')
  const lines = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : []
  return lines.flatMap((line) => {
    const { message, msg, version } = JSON.parse(line) as Record<string, string>
    return (message ?? msg) === 'started well' ? [version ?? ''] : []
  })
}

async function quit(): Promise<void> {
  process.kill(runningPid() ?? 0, 'SIGTERM')
  await until(() => expect(runningPid()).toBeNull())
}

it('installs what its server offers when it is closed, and goes back by itself from a version that cannot be loaded', async () => {
  mkdirSync(dir)
  const cashier = await server.signIn('cashier')
  const id = terminalId(dir, quiet)
  await cashier.terminals.register({ body: { id, name: '前台', prefix: 'U1', printId: '' } })
  writeFileSync(program, await packaged('0.1.0'))
  chmodSync(program, 0o755)
  await release('0.2.0')
  await release('0.3.0', true)
  const hq = await server.signIn('hq')

  await hq.terminalReleases.stage({ body: { version: '0.2.0', share: 100 } })
  run()
  await until(() => expect(readUpdates(dir).report).toEqual({ state: 'waiting', version: '0.2.0' }))
  await quit()
  await hq.terminalReleases.stage({ body: { version: '0.3.0', share: 100 } })
  run()
  await until(() => expect(readUpdates(dir).report).toEqual({ state: 'waiting', version: '0.3.0' }))
  expect(wellStarted()).toEqual(['0.1.0', '0.2.0'])
  await quit()
  run()
  await until(() => {
    expect(readUpdates(dir).report).toEqual({ state: 'wentBack', version: '0.3.0' })
    expect(wellStarted()).toEqual(['0.1.0', '0.2.0', '0.2.0'])
  })
  await Promise.all(started.map((one) => one.exitCode ?? once(one, 'exit')))
})
