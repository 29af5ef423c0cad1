import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { quiet, Stop, say } from './steps.mjs'

/** Debian's folders of system programs, which are not on every PATH. */
const ALSO = '/usr/sbin'

const mayInstall = () => process.getuid?.() === 0 && onPath('apt-get')

const isOffered = async (name) => (await quiet('apt-cache', ['show', name])).code === 0

const onPath = (...names) =>
  [...(process.env.PATH ?? '').split(delimiter), ALSO].some((folder) =>
    names.some((name) => existsSync(join(folder, name))),
  )

/** The oldest PostgreSQL that the server takes; a newer Debian has only newer ones, and then the tests run on its own. */
const OLDEST_POSTGRES = 'postgresql-15'

/** Whether a PostgreSQL is installed in Debian's folder of its major version. */
const hasPostgres = () => {
  const folder = '/usr/lib/postgresql'
  const versions = existsSync(folder) ? readdirSync(folder) : []
  return versions.some((one) => Number(one) >= 15 && existsSync(join(folder, one, 'bin', 'postgres')))
}

/** The system programs that the tests use, by Debian package, with a check whether they are installed. */
const needs = {
  chromium: () => onPath('chromium', 'chromium-browser', 'google-chrome'),
  'fonts-noto-cjk': async () => (await quiet('fc-list', [':lang=zh-cn', 'family'])).output.includes('CJK'),
  haproxy: () => onPath('haproxy'),
  mosquitto: () => onPath('mosquitto'),
  pgbouncer: () => onPath('pgbouncer'),
  // Runs the guide's sample of a vehicle.
  python3: () => onPath('python3'),
  socat: () => onPath('socat'),
  'zbar-tools': () => onPath('zbarimg'),
  [OLDEST_POSTGRES]: hasPostgres,
}

/** The packages of the virtual machine in which `npm run test:vm` attaches devices. */
const machineNeeds = {
  'busybox-static': () => onPath('busybox'),
  cpio: () => onPath('cpio'),
  kmod: () => onPath('modprobe'),
  'qemu-system-x86': () => onPath('qemu-system-x86_64'),
  udev: () => onPath('udevadm'),
}

/** The packages of `npm run cluster`. */
const clusterNeeds = {
  haproxy: () => onPath('haproxy'),
  pgbouncer: () => onPath('pgbouncer'),
  [OLDEST_POSTGRES]: hasPostgres,
}

/** The packages by which `npm run test:install` makes and boots bare Debian systems. */
const installNeeds = {
  curl: () => onPath('curl'),
  debootstrap: () => onPath('debootstrap'),
  iproute2: () => onPath('ip'),
  'systemd-container': () => onPath('systemd-nspawn'),
}

async function missingOf(wanted) {
  const missing = []
  for (const [name, isThere] of Object.entries(wanted)) if (!(await isThere())) missing.push(name)
  return missing
}

/** The package itself or, for PostgreSQL, the one that this distribution has instead. */
async function offered(name) {
  if (name !== OLDEST_POSTGRES || (await isOffered(name))) return name
  say(`this distribution has no ${name}: its own PostgreSQL takes the place`)
  return 'postgresql'
}

/** Chromium for tests without a window; where it is not offered they use Chromium itself and take longer. */
const HEADLESS = 'chromium-headless-shell'

/** Installs the system packages of the tests if it may (root on Debian), and names them otherwise. */
export async function ensureSystemPackages() {
  await ensure(needs)
  if (mayInstall() && !onPath(HEADLESS) && (await isOffered(HEADLESS))) await ensure({ [HEADLESS]: () => false })
}

/** The same for `npm run test:vm`. */
export const ensureMachinePackages = () => ensure(machineNeeds)

/** The same for `npm run cluster`. */
export const ensureClusterPackages = () => ensure(clusterNeeds)

/** The same for `npm run test:install`. */
export const ensureInstallPackages = () => ensure(installNeeds)

async function ensure(wanted) {
  const missing = await missingOf(wanted)
  if (missing.length === 0) return
  const advice = `This needs ${missing.join(', ')}. Install with: sudo apt-get install ${missing.join(' ')}`
  if (!mayInstall()) throw new Stop(advice)
  say(`installing ${missing.join(', ')} (apt-get)`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const update = await quiet('apt-get', ['update', '-qq'], { env })
  const packages = await Promise.all(missing.map(offered))
  const install = ['install', '-y', '-qq', '--no-install-recommends', 'fontconfig', ...packages]
  const { code, output } = await quiet('apt-get', install, { env })
  if (code !== 0) throw new Stop(`apt-get failed:\n${update.code === 0 ? '' : update.output}\n${output}\n${advice}`)
}
