import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { request, createServer as startHttp } from 'node:http'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { ROOT } from '#tests/support/browser/bundle.ts'

const run = promisify(execFile)
const BASE = join(ROOT, '.cache', 'debian-root')
/** What a machine has beyond Debian's smallest system, so that systemd boots in it. */
const BOOTS = 'systemd,systemd-sysv,dbus,ca-certificates'

/** A bare Debian with systemd as its first process, in a container with its own network. */
export interface Machine {
  address: string
  /** Runs a command as root and returns what it printed; throws with it if the command fails. */
  run(...command: string[]): Promise<string>
  /** Copies a file to `/root/<name>`. */
  give(path: string, name: string): Promise<string>
  /** The host's path of a file in the machine. */
  path(inside: string): string
  stop(): Promise<void>
}

/** Debian's smallest system, made once. */
async function baseRoot(): Promise<string> {
  if (existsSync(join(BASE, 'complete'))) return join(BASE, 'root')
  await rm(BASE, { recursive: true, force: true })
  await mkdir(BASE, { recursive: true })
  await run('debootstrap', ['--variant=minbase', `--include=${BOOTS}`, 'bookworm', join(BASE, 'root')], {
    maxBuffer: 1e8,
  })
  await writeFile(join(BASE, 'complete'), '')
  return join(BASE, 'root')
}

/** Boots a fresh machine. `number` (1 to 200) makes its name and network; `folder` contains its files. */
export async function bootMachine(number: number, folder: string): Promise<Machine> {
  const name = `pitlane${number}`
  const root = join(folder, name)
  await run('cp', ['--archive', await baseRoot(), root])
  const [own, address] = [`10.213.${number}.1`, `10.213.${number}.2`]
  await writeFile(join(root, 'etc/hostname'), `${name}\n`)
  await writeFile(join(root, 'etc/hosts'), `127.0.0.1 localhost\n127.0.1.1 ${name}\n`)
  const options = ['--boot', '--register=no', '--keep-unit', '--link-journal=no', '--network-veth']
  const container = spawn('systemd-nspawn', ['--directory', root, '--machine', name, ...options], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const printed: string[] = []
  for (const stream of [container.stdout, container.stderr]) stream.on('data', (text) => printed.push(String(text)))
  const leader = await leaderOf(container, printed)
  // The container outlives its program.
  const end = () => void process.kill(leader, 'SIGKILL')
  process.once('exit', end)
  const inside = (...command: string[]) =>
    run('nsenter', ['-t', String(leader), '-m', '-u', '-i', '-n', '-p', '-r', '-w', '--', ...command], {
      maxBuffer: 1e8,
    })
  const link = `ve-${name}`
  await run('ip', ['addr', 'add', `${own}/24`, 'dev', link])
  await run('ip', ['link', 'set', link, 'up'])
  // Its smallest system has no program for this.
  const network = (...words: string[]) => run('nsenter', ['-t', String(leader), '-n', 'ip', ...words])
  await network('addr', 'add', `${address}/24`, 'dev', 'host0')
  await network('link', 'set', 'host0', 'up')
  const proxy = await forwardPackages(own)
  await writeFile(join(root, 'etc/apt/apt.conf.d/90proxy'), `Acquire::http::Proxy "http://${own}:${proxy.port}";\n`)
  const machine: Machine = {
    address,
    async run(...command) {
      try {
        return (await inside(...command)).stdout
      } catch (error) {
        const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
        throw new Error(`${command.join(' ')} failed on ${name}:\n${stdout}${stderr}`)
      }
    },
    async give(path, file) {
      await cp(path, join(root, 'root', file))
      return `/root/${file}`
    },
    path: (path) => join(root, path),
    async stop() {
      const ended = once(container, 'exit')
      await inside('systemctl', 'poweroff').catch(() => container.kill('SIGKILL'))
      await ended
      process.off('exit', end)
      proxy.close()
      await rm(root, { recursive: true, force: true })
    },
  }
  await isBooted(machine)
  return machine
}

/** The first process in the container, as this machine numbers it. */
async function leaderOf(container: ChildProcess, printed: string[]): Promise<number> {
  for (;;) {
    if (container.exitCode !== null) throw new Error(`the container ended:\n${printed.join('')}`)
    const children = await readFile(`/proc/${container.pid}/task/${container.pid}/children`, 'utf8').catch(() => '')
    for (const child of children.trim().split(' ').filter(Boolean)) {
      const [program] = (await readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => '')).split('\0')
      if (program && /\/(init|systemd)$/.test(program)) return Number(child)
    }
    await delay(100)
  }
}

async function isBooted(machine: Machine): Promise<void> {
  for (;;) {
    const state = await machine.run('systemctl', 'is-system-running').catch((error: Error) => error.message)
    if (/running$|degraded/m.test(state.trim())) return
    await delay(500)
  }
}

/** A proxy for the machine's package manager: the machine itself reaches nothing but this host. */
async function forwardPackages(host: string): Promise<{ port: number; close(): void }> {
  const server = startHttp((asked, answer) => {
    const target = new URL(asked.url ?? '')
    const options = { method: asked.method, headers: asked.headers }
    const forwarded = request(target, options, (reply) => {
      answer.writeHead(reply.statusCode ?? 502, reply.headers)
      reply.pipe(answer)
    })
    forwarded.on('error', () => answer.writeHead(502).end())
    asked.pipe(forwarded)
  })
  server.listen(0, host)
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  return { port, close: () => void server.close() }
}
