import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { until } from '#tests/support/until.ts'
import { withClient } from './db/roles.ts'

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url))
const PASSWORD = 'brown-owl-7-lamp'

interface Started {
  child: ChildProcess
  output(): string
  /** Resolves with the address that the server logs when it listens. */
  ready(): Promise<string>
  ended: Promise<number | null>
}

let database: string
const children: ChildProcess[] = []
beforeAll(async () => {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await withClient(inject('postgresUrl'), (client) => client.query(`create database ${name}`))
  database = Object.assign(new URL(inject('postgresUrl')), { pathname: `/${name}` }).href
})
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})
afterAll(async () => {
  const name = new URL(database).pathname.slice(1)
  await withClient(inject('postgresUrl'), (client) => client.query(`drop database ${name} with (force)`))
})

function start(settings: Record<string, string>): Started {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const child = spawn(process.execPath, [MAIN], {
    env: { PATH, NODE_COMPILE_CACHE, PORT: '0', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => (output += String(data)))
  const ended = once(child, 'close').then(([code]) => code as number | null)
  const ready = async () => {
    await until(() => expect(output).toContain('Pitlane is ready'))
    return output.match(/web admin +(http:\S+?)\/ /)?.[1] ?? ''
  }
  return { child, output: () => output, ready, ended }
}

const signIn = async (url: string, password: string) => {
  const body = new URLSearchParams({ username: 'admin', password })
  return (await fetch(`${url}/api/sys/login`, { method: 'POST', body })).json()
}

const withoutPassword = (): string => Object.assign(new URL(database), { password: '' }).href

describe('starting the server', () => {
  it('stops with a list of all problems of the settings', async () => {
    const { ended, output } = start({ PORT: 'x', DATABASE_URL: 'sqlite:file' })
    expect(await ended).toBe(1)
    expect(output()).toMatch(/^Pitlane cannot start because of its settings:\n {2}- PORT .+\n {2}- DATABASE_URL .+\n$/)
  })

  it.each([
    ['an address without a password', () => ({ DATABASE_URL: withoutPassword() }), 'DATABASE_URL needs a password'],
    [
      'a login that row-level security does not bind',
      () => ({ DATABASE_URL: database, DATABASE_APP_URL: database, PITLANE_ADMIN_PASSWORD: PASSWORD }),
      'may bypass row-level security',
    ],
    ['no password for the first account', () => ({ DATABASE_URL: database }), 'PITLANE_ADMIN_PASSWORD is needed'],
  ])('with %s stops before it changes the database', async (_, settings, reason) => {
    const { ended, output } = start(settings())
    expect(await ended).toBe(1)
    expect(output()).toContain(reason)
    const { rows } = await withClient(database, (client) =>
      client.query<{ tables: number }>(`select count(*)::int as tables from pg_tables where schemaname = 'public'`),
    )
    expect(rows).toEqual([{ tables: 0 }])
  })

  it('creates the first account of a new system, and does not change it afterwards', async () => {
    const first = start({ DATABASE_URL: database, PITLANE_ADMIN_PASSWORD: PASSWORD })
    const url = await first.ready()
    expect(await signIn(url, PASSWORD)).toMatchObject({ success: true, result: { userInfo: { identity: '-1' } } })
    expect(first.output()).not.toContain(PASSWORD)
    first.child.kill('SIGTERM')
    expect(await first.ended).toBe(0)

    const second = start({ DATABASE_URL: database, PITLANE_ADMIN_PASSWORD: 'another-password-42' })
    expect(await signIn(await second.ready(), PASSWORD)).toMatchObject({ success: true })
    second.child.kill('SIGINT')
    expect(await second.ended).toBe(0)
  })

  it('reports that PostgreSQL does not answer, without the password', async () => {
    const { ended, output } = start({ DATABASE_URL: 'postgres://owner:hidden-word@localhost:1/pitlane' })
    expect(await ended).toBe(1)
    expect(output()).toBe('PostgreSQL does not answer at localhost:1 (ECONNREFUSED); check DATABASE_URL.\n')
  })

  it('reports that its port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as { port: number }
    const { ended, output } = start({ DATABASE_URL: database, PITLANE_ADMIN_PASSWORD: PASSWORD, PORT: String(port) })
    expect(await ended).toBe(1)
    expect(output()).toContain(`Port ${port} on 127.0.0.1 is already in use`)
    other.close()
  })
})

describe('stopping the server', () => {
  it('waits for requests in progress, but stops at a second signal', async () => {
    const { child, ready, ended } = start({ DATABASE_URL: database, PITLANE_ADMIN_PASSWORD: PASSWORD })
    const { hostname, port } = new URL(await ready())
    const slow = connect(Number(port), hostname)
    await once(slow, 'connect')
    slow.on('error', () => undefined).write('GET /healthz HTTP/1.1\r\n')
    child.kill('SIGTERM')
    const refused = () =>
      fetch(`http://${hostname}:${port}/healthz`).then(
        () => false,
        () => true,
      )
    await until(async () => expect(await refused()).toBe(true))
    expect(child.exitCode).toBeNull()
    child.kill('SIGTERM')
    expect(await ended).toBe(1)
    slow.destroy()
  })
})
