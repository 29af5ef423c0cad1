import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { startEmbeddedPostgres } from '#server/db/embedded.ts'

const run = promisify(execFile)

/**
 * Unpacks a server package and starts it from there on an empty database, with the Node and the npm packages in it: server, web
 * admin, member page and guide must answer, and its backup command must make a backup. Throws with what it printed otherwise.
 */
export async function checkServerPackage(path: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'pitlane-checked-'))
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'data'), fsync: false })
  try {
    await mkdir(join(folder, 'root'))
    await run('dpkg-deb', ['--extract', path, join(folder, 'root')])
    const lib = join(folder, 'root/usr/lib/pitlane')
    const env = {
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      PORT: '0',
      DATABASE_URL: postgres.ownerUrl,
      PITLANE_DATA_DIR: join(folder, 'data'),
      PITLANE_DEMO: '1',
      PITLANE_MQTT_URL: 'off',
      PITLANE_WEB_DIR: join(lib, 'web'),
      PITLANE_MEMBER_DIR: join(lib, 'member'),
      PITLANE_GUIDE_DIR: join(lib, 'guide'),
      PITLANE_LOG_LEVEL: 'warn',
    }
    await startAndAsk(lib, env)
    const { stdout } = await run(join(lib, 'node'), [join(lib, 'commands/backup.js')], { env })
    if (!stdout.includes('read back and whole')) throw new Error(`The backup command printed:\n${stdout}`)
  } finally {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function startAndAsk(lib: string, env: NodeJS.ProcessEnv): Promise<void> {
  const server = spawn(join(lib, 'node'), [join(lib, 'server/main.js')], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(server, 'exit')
  try {
    const address = await addressOf(server)
    for (const page of ['/readyz', '/', '/m/A01A01', '/guide/en/install', '/api/docs']) {
      const answer = await fetch(`${address}${page}`)
      if (!answer.ok) throw new Error(`${page} answers ${answer.status}`)
    }
  } finally {
    server.kill('SIGTERM')
    await ended
  }
}

async function addressOf({ stdout, stderr }: ReturnType<typeof spawn>): Promise<string> {
  const printed: string[] = []
  stderr?.on('data', (text) => printed.push(String(text)))
  if (stdout)
    for await (const line of createInterface(stdout)) {
      printed.push(line)
      const address = /web admin\s+(http:\S+?)\/\s/.exec(`${line} `)?.[1]
      if (address) return address
    }
  throw new Error(`The packaged server ended before it was ready:\n${printed.join('\n')}`)
}
