import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { quiet, Stop, say } from './steps.mjs'

/** Where Debian keeps programs that run by themselves, and not everybody looks for them. */
const ALSO = '/usr/sbin'

const onPath = (...names) =>
  [...(process.env.PATH ?? '').split(delimiter), ALSO].some((folder) =>
    names.some((name) => existsSync(join(folder, name))),
  )

/** The oldest PostgreSQL that the server takes; a newer Debian has only newer ones, and then the tests run on its own. */
const OLDEST_POSTGRES = 'postgresql-15'

/** Whether a PostgreSQL is where Debian keeps them, each below its major version. */
const hasPostgres = () => {
  const folder = '/usr/lib/postgresql'
  const versions = existsSync(folder) ? readdirSync(folder) : []
  return versions.some((one) => Number(one) >= 15 && existsSync(join(folder, one, 'bin', 'postgres')))
}

/** What the tests use of the system, by Debian package, and how to tell that it is there. */
const needs = {
  chromium: () => onPath('chromium', 'chromium-browser', 'google-chrome'),
  'fonts-noto-cjk': async () => (await quiet('fc-list', [':lang=zh-cn', 'family'])).output.includes('CJK'),
  mosquitto: () => onPath('mosquitto'),
  socat: () => onPath('socat'),
  'zbar-tools': () => onPath('zbarimg'),
  [OLDEST_POSTGRES]: hasPostgres,
}

/** What the machine is made of in which `npm run test:vm` plugs devices in. */
const machineNeeds = {
  'busybox-static': () => onPath('busybox'),
  cpio: () => onPath('cpio'),
  kmod: () => onPath('modprobe'),
  'qemu-system-x86': () => onPath('qemu-system-x86_64'),
  udev: () => onPath('udevadm'),
}

async function missingOf(wanted) {
  const missing = []
  for (const [name, isThere] of Object.entries(wanted)) if (!(await isThere())) missing.push(name)
  return missing
}

/** The package itself or, of PostgreSQL, what this distribution has in its place. */
async function offered(name) {
  if (name !== OLDEST_POSTGRES || (await quiet('apt-cache', ['show', name])).code === 0) return name
  say(`this distribution has no ${name}: its own PostgreSQL takes the place`)
  return 'postgresql'
}

/** Installs what the tests need of the system where it may (root on Debian), and names it where it may not. */
export const ensureSystemPackages = () => ensure(needs)

/** The same for `npm run test:vm`. */
export const ensureMachinePackages = () => ensure(machineNeeds)

async function ensure(wanted) {
  const missing = await missingOf(wanted)
  if (missing.length === 0) return
  const advice = `The tests need ${missing.join(', ')}. Install with: sudo apt-get install ${missing.join(' ')}`
  if (process.getuid?.() !== 0 || !onPath('apt-get')) throw new Stop(advice)
  say(`installing ${missing.join(', ')} (apt-get)`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const update = await quiet('apt-get', ['update', '-qq'], { env })
  const packages = await Promise.all(missing.map(offered))
  const install = ['install', '-y', '-qq', '--no-install-recommends', 'fontconfig', ...packages]
  const { code, output } = await quiet('apt-get', install, { env })
  if (code !== 0) throw new Stop(`apt-get failed:\n${update.code === 0 ? '' : update.output}\n${output}\n${advice}`)
}
