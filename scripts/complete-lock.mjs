// Run after every `npm install <package>`: adds the optional platform packages that a partial registry mirror left out of package-lock.json.
//
// npm silently drops an optional dependency it cannot fetch, and `npm ci` then refuses the lock file everywhere.
// An entry needs only its version to be accepted; the package itself is fetched on the platform it is for.
import { readFileSync, writeFileSync } from 'node:fs'

/** Optional dependencies that package-lock.json names but has no entry for. */
function missingOptional(lock) {
  const missing = new Map()
  for (const [folder, entry] of Object.entries(lock.packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      if (!isResolved(lock, folder, name)) missing.set(`node_modules/${name}`, { version, dev: entry.dev })
    }
  }
  return missing
}

function isResolved(lock, folder, name) {
  for (let base = folder; ; base = base.slice(0, Math.max(0, base.lastIndexOf('node_modules/') - 1))) {
    const candidate = base === '' ? `node_modules/${name}` : `${base}/node_modules/${name}`
    if (lock.packages[candidate]) return true
    if (base === '') return false
  }
}

const systems = {
  android: 'android',
  darwin: 'darwin',
  macos: 'darwin',
  freebsd: 'freebsd',
  linux: 'linux',
  openharmony: 'openharmony',
  win32: 'win32',
  windows: 'win32',
}
const processors = {
  arm64: 'arm64',
  aarch64: 'arm64',
  x64: 'x64',
  x86_64: 'x64',
  ia32: 'ia32',
  x86: 'ia32',
  ppc64: 'ppc64',
  riscv64: 'riscv64',
  s390x: 's390x',
  arm: 'arm',
}

/** The platform of a package such as `@biomejs/cli-linux-x64-musl`, parsed from its name. */
function platformOf(name) {
  const parts = name.split('/').at(-1).split('-')
  const os = systems[parts.find((part) => part in systems)]
  const cpu = processors[parts.find((part) => part in processors)]
  const libc = os !== 'linux' ? undefined : name.includes('musl') ? 'musl' : 'glibc'
  if (!os || !cpu) throw new Error(`Cannot tell which platform ${name} is for; add it to package-lock.json by hand.`)
  return { os: [os], cpu: [cpu], ...(libc && { libc: [libc] }) }
}

function complete(file, checkOnly) {
  const lock = JSON.parse(readFileSync(file, 'utf8'))
  const missing = missingOptional(lock)
  if (checkOnly && missing.size > 0) {
    console.error(`${file} lacks: ${[...missing.keys()].join(', ')}. Run: node scripts/complete-lock.mjs`)
    process.exit(1)
  }
  for (const [folder, { version, dev }] of missing) {
    if (!/^\d+\.\d+\.\d+\S*$/.test(version)) throw new Error(`${folder} asks for ${version}, not one exact version.`)
    lock.packages[folder] = { version, ...platformOf(folder), ...(dev && { dev }), optional: true }
  }
  const [root, ...rest] = Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en'))
  lock.packages = Object.fromEntries([root, ...rest])
  if (missing.size > 0) writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
  console.log(`${file}: ${missing.size} platform packages added.`)
}

const checkOnly = process.argv.includes('--check')
complete(process.argv.slice(2).find((argument) => argument !== '--check') ?? 'package-lock.json', checkOnly)
