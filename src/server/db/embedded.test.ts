import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { until } from '#tests/support/until.ts'
import { startEmbeddedPostgres } from './embedded.ts'

let dataDir: string
let cleanUp: (() => Promise<unknown>)[]

/** A data folder as the first start leaves it; shared, because creating one takes longer than all tests here. */
let made: string

beforeAll(async () => {
  made = join(mkdtempSync(join(tmpdir(), 'pitlane-embedded-')), 'data')
  await (await startEmbeddedPostgres({ dataDir: made })).stop()
})
afterAll(() => rmSync(join(made, '..'), { recursive: true, force: true }))

beforeEach(() => {
  // mkdtemp makes the folder 0700: as root, PostgreSQL's own account could not enter it without help.
  dataDir = join(mkdtempSync(join(tmpdir(), 'pitlane-embedded-')), 'data')
  cleanUp = []
  // Copies owners and modes, because the files belong to another account if we are root.
  execFileSync('cp', ['-a', made, dataDir])
})

afterEach(async () => {
  for (const step of cleanUp.reverse()) await step()
  rmSync(join(dataDir, '..'), { recursive: true, force: true })
})

async function start() {
  const postgres = await startEmbeddedPostgres({ dataDir })
  cleanUp.push(postgres.stop)
  return postgres
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

const pidFile = () => join(dataDir, 'postgres', 'postmaster.pid')
const postmaster = () => Number(readFileSync(pidFile(), 'utf8').split('\n')[0])
const lives = (pid: number) => {
  try {
    // A zombie process still has its pid; only its state shows that it has ended.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

/** A server in a separate process, which a test can kill. */
async function startElsewhere(): Promise<{ server: ChildProcess; url: string }> {
  const module = JSON.stringify(join(import.meta.dirname, 'embedded.ts'))
  const code = `const { startEmbeddedPostgres } = await import(${module})
    const { ownerUrl } = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)} })
    console.log(ownerUrl); setInterval(() => {}, 1000)`
  const server = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] })
  cleanUp.push(async () => server.kill('SIGKILL'))
  const [line] = await once(server.stdout.setEncoding('utf8'), 'data')
  return { server, url: String(line).trim() }
}

describe('the embedded PostgreSQL', () => {
  it('uses UTF-8 with C collation, listens on the loopback only and keeps its password in a private file', async () => {
    const { ownerUrl } = await start()
    const [row] = await query(
      ownerUrl,
      `select current_setting('listen_addresses') as listens, current_setting('fsync') as fsync,
        pg_encoding_to_char(encoding) as encoding, datcollate as collation from pg_database where datname = 'pitlane'`,
    )
    expect(row).toEqual({ listens: '127.0.0.1', fsync: 'on', encoding: 'UTF8', collation: 'C' })
    expect(statSync(join(dataDir, 'postgres.password')).mode & 0o777).toBe(0o600)
    await expect(query(ownerUrl.replace(/:\w+@/, ':wrong@'), 'select 1')).rejects.toThrow(/authentication failed/)
  })

  it('finds its data again, also below a folder that only its owner can enter', async () => {
    chmodSync(join(dataDir, '..'), 0o700)
    const first = await start()
    await query(first.ownerUrl, `create table kept as select '神秘车手' as name`)
    await first.stop()
    expect(existsSync(pidFile())).toBe(false)
    const second = await start()
    expect(await query(second.ownerUrl, 'select name from kept')).toEqual([{ name: '神秘车手' }])
  })

  it('starts after all processes were killed, with all committed data', async () => {
    const { server, url } = await startElsewhere()
    await query(url, `create table kept as select 1 as n`)
    const pid = postmaster()
    process.kill(pid, 'SIGSTOP')
    server.kill('SIGKILL')
    process.kill(pid, 'SIGKILL')
    await until(() => expect(lives(pid)).toBe(false))
    expect(existsSync(pidFile())).toBe(true)
    const { ownerUrl } = await start()
    expect(await query(ownerUrl, 'select n from kept')).toEqual([{ n: 1 }])
  })

  it.runIf(process.platform === 'linux')('ends when its server is killed', async () => {
    const { server } = await startElsewhere()
    const pid = postmaster()
    server.kill('SIGKILL')
    await until(() => expect(lives(pid)).toBe(false))
  })

  it('stops a PostgreSQL that outlived its server, and starts a new one', async () => {
    const { server, url } = await startElsewhere()
    await query(url, `create table kept as select 1 as n`)
    const pid = postmaster()
    // While suspended it cannot notice that its server is gone; it continues when the next start waits for it.
    process.kill(pid, 'SIGSTOP')
    server.kill('SIGKILL')
    const starting = start()
    process.kill(pid, 'SIGCONT')
    const { ownerUrl } = await starting
    expect(lives(pid)).toBe(false)
    expect(await query(ownerUrl, 'select n from kept')).toEqual([{ n: 1 }])
  })

  it('restarts on the same address when only PostgreSQL is killed', async () => {
    const { ownerUrl } = await start()
    await query(ownerUrl, `create table kept as select 1 as n`)
    process.kill(postmaster(), 'SIGKILL')
    await until(async () => expect(await query(ownerUrl, 'select n from kept')).toEqual([{ n: 1 }]))
  })

  it('keeps trying to restart while it cannot', async () => {
    const lines: string[] = []
    const { ownerUrl, stop } = await startEmbeddedPostgres({ dataDir, log: (line) => lines.push(line) })
    cleanUp.push(stop)
    const [folder, away] = [join(dataDir, 'postgres'), join(dataDir, 'away')]
    const pid = postmaster()
    renameSync(folder, away)
    process.kill(pid, 'SIGKILL')
    await until(() => expect(lines.join()).toContain('does not start again yet'))
    renameSync(away, folder)
    await until(async () => expect(await query(ownerUrl, 'select 1 as n')).toEqual([{ n: 1 }]))
  })

  it('restarts also when it is killed just after it answers again', async () => {
    const { ownerUrl } = await start()
    for (let round = 0; round < 4; round++) {
      const pid = postmaster()
      process.kill(pid, 'SIGKILL')
      await until(() => expect(postmaster()).not.toBe(pid), 1)
      await until(() => query(ownerUrl, 'select 1'), 1)
    }
    expect(await query(ownerUrl, 'select 1 as n')).toEqual([{ n: 1 }])
  })

  it('refuses a folder that a running server uses, and does not disturb that server', async () => {
    const first = await start()
    const client = new pg.Client({ connectionString: first.ownerUrl })
    await client.connect()
    cleanUp.push(() => client.end())
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(/Another Pitlane server .* is using/)
    expect((await client.query('select 1 as n')).rows).toEqual([{ n: 1 }])
  })

  it('creates its files again when the first start was killed midway', async () => {
    rmSync(dataDir, { recursive: true })
    execFileSync('mkdir', ['-p', join(dataDir, 'postgres.new', 'base')])
    const { ownerUrl } = await start()
    expect(await query(ownerUrl, 'select 1 as n')).toEqual([{ n: 1 }])
  })
})
