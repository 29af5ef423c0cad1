import { generateKeyPairSync } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '#main/core/storage/database.ts'
import { packageInstaller } from '#main/core/updates/package-installer.ts'
import { beginStart, startedWell, TRIAL_STARTS, wentBack } from '#main/core/updates/start-guard.ts'
import { readUpdates } from '#main/core/updates/update-state.ts'
import { createUpdates, readReleaseKeys, type Updates } from '#main/features/updates/index.ts'
import { signTerminalRelease, writeReleaseKeys } from '#scripts/packaging/terminal-release.ts'
import { newId } from '#shared/core/id.ts'
import { startTestServer } from '#tests/support/server.ts'
import { codeOf } from '#tests/support/venue/refusals.ts'

const folder = mkdtempSync(join(tmpdir(), 'pitlane-updates-'))
const releases = join(folder, 'releases')
const server = await startTestServer({ terminalReleasesDir: releases })
const hq = await server.signIn('hq')
const cashier = await server.signIn('cashier')
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

const vendorKey = keyFile('vendor')
function keyFile(name: string): string {
  const path = join(folder, `${name}.pem`)
  writeFileSync(path, generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }))
  return path
}
await writeReleaseKeys(folder, vendorKey)
const keys = readReleaseKeys(folder)

/** The vendor releases a version whose package has this content. */
async function release(version: string, given: { keyFile?: string; oldestOnDataFile?: string } = {}): Promise<string> {
  const installers = join(folder, `installers-${version}`)
  mkdirSync(installers, { recursive: true })
  writeFileSync(join(installers, `Pitlane-${version}.AppImage`), `program ${version}`)
  return signTerminalRelease({ installers, output: releases, version, keyFile: vendorKey, ...given })
}
const stage = (version: string, share: 0 | 10 | 50 | 100 = 100) =>
  hq.terminalReleases.stage({ body: { version, share } })

/** A terminal on a computer: its data folder and its program, which is one file. */
let terminal: Awaited<ReturnType<typeof computer>>
async function computer(version = '1.0.0') {
  const dir = mkdtempSync(join(folder, 'terminal-'))
  const program = join(dir, 'Pitlane.AppImage')
  writeFileSync(program, `program ${version}`)
  const id = newId()
  await cashier.terminals.register({ body: { id, name: '前台', prefix: 'U1', printId: '' } })
  const installer = packageInstaller({
    platform: 'linux',
    arch: 'x64',
    env: { APPIMAGE: program, APPDIR: '/tmp/.mount_Pitlane' },
    execPath: '/tmp/.mount_Pitlane/pitlane',
    isPackaged: true,
    relaunch: () => undefined,
  })
  if (!installer) throw new Error('an AppImage is installed by itself')
  const at = {
    id,
    dir,
    isTime: true,
    ended: 0,
    /** What the program's file contains. */
    installed: () => readFileSync(program, 'utf8'),
    report: () => readUpdates(dir).report,
    async run<T>(act: (updates: Updates) => Promise<T>, running = at.installed().slice('program '.length)): Promise<T> {
      const updates = createUpdates({
        dir,
        version: running,
        terminalId: id,
        keys,
        // The program that is started is this text; nothing runs it.
        installer: { ...installer, install: (file) => installer.install(file, false) },
        serverUrl: () => server.url,
        isWell: () => true,
        isTime: () => at.isTime,
        quit: () => {
          at.ended += 1
        },
        clock: { now: Date.now, after: () => () => undefined },
        log: { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined },
      })
      try {
        return await act(updates)
      } finally {
        updates.close()
      }
    },
    /** Asks for an update and installs it, as far as that is allowed. */
    update: () =>
      at.run(async (updates) => {
        await updates.check()
        await updates.installInTime()
      }),
    /** The program starts; one that does not start well never says so. */
    async start(isWell: boolean): Promise<void> {
      const running = at.installed().slice('program '.length)
      const start = beginStart(dir, running)
      if (start.kind === 'goBack') {
        await installer.install(start.file, false)
        wentBack(dir, running)
      } else if (isWell) startedWell(dir, running)
    },
  }
  return at
}

beforeEach(async () => {
  rmSync(releases, { recursive: true, force: true })
  terminal = await computer()
})

describe('the update of a terminal', () => {
  it('is installed once headquarters has set its stage, and is the one before again if it does not start', async () => {
    await release('1.1.0')
    await stage('1.1.0', 0)
    await terminal.update()
    expect(terminal.installed()).toBe('program 1.0.0')
    await stage('1.1.0')
    await terminal.update()
    expect(terminal.installed()).toBe('program 1.1.0')
    expect(terminal.ended).toBe(1)
    for (let start = 0; start < TRIAL_STARTS; start++) await terminal.start(false)
    expect(terminal.installed()).toBe('program 1.1.0')
    await terminal.start(false)
    expect(terminal.installed()).toBe('program 1.0.0')
    expect(terminal.report()).toEqual({ state: 'wentBack', version: '1.1.0' })
    // Not again, until there is another.
    await terminal.start(true)
    await terminal.update()
    expect(terminal.installed()).toBe('program 1.0.0')
    expect(terminal.report()).toEqual({ state: 'wentBack', version: '1.1.0' })
    await release('1.2.0')
    await stage('1.2.0')
    await terminal.update()
    await terminal.start(true)
    expect(terminal.installed()).toBe('program 1.2.0')
    expect(terminal.report()).toBeNull()
    for (let start = 0; start <= TRIAL_STARTS; start++) await terminal.start(false)
    expect(terminal.installed()).toBe('program 1.2.0')
  })

  it('is refused without the signature of the vendor, also by a key that another release was signed with', async () => {
    await release('1.1.0', { keyFile: keyFile('stranger') })
    await stage('1.1.0')
    await terminal.update()
    expect(terminal.installed()).toBe('program 1.0.0')
    expect(terminal.report()).toMatchObject({ state: 'signatureInvalid' })
    const at = await release('1.1.0')
    const text = join(at, 'terminal.json')
    writeFileSync(text, readFileSync(text, 'utf8').replace('"oldestOnDataFile":"0.1.0"', '"oldestOnDataFile":"0.0.1"'))
    await terminal.update()
    expect(terminal.installed()).toBe('program 1.0.0')
    await release('1.1.0')
    await terminal.update()
    expect(terminal.installed()).toBe('program 1.1.0')
  })

  it('is refused if the package is not what was signed: at the server, or on the disk since then', async () => {
    const at = await release('1.1.0')
    await stage('1.1.0')
    const packaged = join(at, 'pitlane-1.1.0-linux-x64.AppImage')
    for (const content of ['program 6.6.6', 'program 1.1.0 and more'.repeat(100)]) {
      writeFileSync(packaged, content)
      await terminal.update()
      expect(terminal.installed()).toBe('program 1.0.0')
      expect(terminal.report()).toEqual({ state: 'fileInvalid', version: '1.1.0' })
    }
    writeFileSync(packaged, 'program 1.1.0')
    await terminal.run(async (updates) => {
      await updates.check()
      expect(terminal.report()).toEqual({ state: 'waiting', version: '1.1.0' })
      writeFileSync(join(terminal.dir, 'updates/packages/1.1.0/pitlane-1.1.0-linux-x64.AppImage'), 'program 6.6.6')
      await updates.installInTime()
    })
    expect(terminal.installed()).toBe('program 1.0.0')
    expect(terminal.report()).toEqual({ state: 'fileInvalid', version: '1.1.0' })
  })

  it('waits for its time, and is not installed at the end of the program while something is unsent', async () => {
    await release('1.1.0')
    await stage('1.1.0')
    terminal.isTime = false
    await terminal.update()
    expect(terminal.installed()).toBe('program 1.0.0')
    await terminal.run(async (updates) => {
      await updates.check()
      for (const what of ['unsent', 'queued', 'printing'])
        await updates.installAtQuit({ unsent: 0, queued: 0, printing: 0, [what]: 1 })
      expect(terminal.installed()).toBe('program 1.0.0')
      await updates.installAtQuit({ unsent: 0, queued: 0, printing: 0 })
    })
    expect(terminal.installed()).toBe('program 1.1.0')
  })

  it('never leads to an older release, nor past one that must come before', async () => {
    await release('0.9.0')
    await stage('0.9.0')
    await terminal.update()
    expect(terminal.installed()).toBe('program 1.0.0')
    await release('2.0.0', { oldestOnDataFile: '1.5.0' })
    await stage('2.0.0')
    await terminal.update()
    expect(terminal.installed()).toBe('program 1.0.0')
    expect(terminal.report()).toEqual({ state: 'tooFar', version: '2.0.0' })
  })

  it('that nobody installs is offered three times', async () => {
    await release('1.1.0')
    await stage('1.1.0')
    for (let attempt = 1; attempt <= 4; attempt++) {
      await terminal.update()
      expect(terminal.installed()).toBe(attempt <= 3 ? 'program 1.1.0' : 'program 1.0.0')
      // The installer was closed: the program is the old one.
      writeFileSync(join(terminal.dir, 'Pitlane.AppImage'), 'program 1.0.0')
      await terminal.start(true)
      expect(terminal.report()).toEqual({ state: 'notInstalled', version: '1.1.0' })
    }
  })
})

describe('the stage of a release', () => {
  it('contains about its share of the terminals, the same ones when it grows, and counts them', async () => {
    await release('3.0.0')
    const ids = Array.from({ length: 40 }, newId)
    for (const id of ids) await cashier.terminals.register({ body: { id, name: '台', prefix: 'S', printId: '' } })
    const offered = async (share: 0 | 10 | 50 | 100) => {
      await stage('3.0.0', share)
      const found: string[] = []
      for (const id of ids) {
        const query = { id, version: '1.0.0', platform: 'linux-x64' as const }
        if ((await server.client().terminalReleases.offer({ query })).result) found.push(id)
      }
      return found
    }
    const [none, some, half, all] = [await offered(0), await offered(10), await offered(50), await offered(100)]
    expect(none).toEqual([])
    expect(some.length).toBeLessThan(20)
    expect(half.length).toBeGreaterThan(4)
    expect(half.length).toBeLessThan(36)
    expect(half).toEqual(expect.arrayContaining(some))
    expect(all).toEqual(ids)
    const { result } = await hq.terminalReleases.overview()
    expect(result).toMatchObject({ versions: ['3.0.0'], stage: { version: '3.0.0', share: 100, isOwn: true } })
    const counted = result.counts.find(({ share }) => share === 10)?.terminals ?? 0
    expect(counted).toBeGreaterThanOrEqual(some.length)
    expect(counted).toBeLessThanOrEqual(some.length + result.terminals - ids.length)
  })

  it('is set by headquarters for its chain, and for a store only by whom it belongs to', async () => {
    await release('3.1.0')
    await stage('3.1.0')
    const manager = await server.signIn('manager', 'A01A01')
    expect((await manager.terminalReleases.overview()).result.stage).toEqual({
      version: '3.1.0',
      share: 100,
      isOwn: false,
    })
    const body = { version: '3.1.0', share: 0 as const }
    expect(await codeOf(manager.terminalReleases.stage({ body }))).toBe('auth.forbidden')
    expect(await codeOf(cashier.terminalReleases.overview())).toBe('auth.forbidden')
    expect(await codeOf(stage('3.1.1'))).toBe('terminals.releaseUnknown')
    const unknown = { query: { id: newId(), version: '1.0.0', platform: 'linux-x64' as const } }
    expect((await server.client().terminalReleases.offer(unknown)).result).toBeNull()
  })

  it('serves packages of complete releases, and no other file', async () => {
    await release('3.2.0')
    writeFileSync(join(releases, 'secret.txt'), 'secret')
    const status = async (path: string) => (await server.request(`/terminal-releases/${path}`)).status
    expect(await status('3.2.0/pitlane-3.2.0-linux-x64.AppImage')).toBe(200)
    for (const path of ['3.2.0/terminal.json.sig', '3.2.0/..%2fsecret.txt', '..%2f/secret.txt', '%2e%2e/secret.txt'])
      expect(await status(path), path).toBe(404)
    rmSync(join(releases, '3.2.0', 'terminal.json.sig'))
    expect(await status('3.2.0/pitlane-3.2.0-linux-x64.AppImage')).toBe(404)
  })
})

it('opens a data file of a newer release that it works on, and leaves another as it is', async () => {
  const path = join(folder, 'terminal.db')
  const later = [{ name: 'later-0001', sql: 'create table later (id integer primary key) strict' }]
  openDatabase(path, [], { version: '1.0.0', oldest: '1.0.0' }).close()
  openDatabase(path, later, { version: '1.1.0', oldest: '1.0.0' }).close()
  openDatabase(path, [], { version: '1.0.0', oldest: '1.0.0' }).close()
  openDatabase(path, later, { version: '2.0.0', oldest: '1.1.0' }).close()
  expect(() => openDatabase(path, [], { version: '1.0.0', oldest: '1.0.0' })).toThrow('storage.tooNew')
  openDatabase(path, later, { version: '1.1.0', oldest: '1.0.0' }).close()
  expect(existsSync(path)).toBe(true)
})
