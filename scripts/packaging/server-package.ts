import { execFile } from 'node:child_process'
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { importedBy, installedFor, runtimeDependencies } from './installed-packages.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..', '..')

/** What a package of npm has besides code, and what only a compiler or a debugger reads. */
const NOT_INSTALLED =
  /\.(map|md|markdown|ts|mts|cts|tsbuildinfo|flow)$|^\/(\.github|docs?|tests?|__tests__|examples?|benchmarks?)(\/|$)/i

interface Options {
  version: string
  /** The folder for the package. */
  output: string
  /** Changes the staged files before they are packed; `lib` is `/usr/lib/pitlane`. */
  change?: (lib: string) => Promise<void>
}

/**
 * Packs the built server for Debian: server, commands, web admin, member page, guide, the npm packages that they import, and the Node that
 * runs them. Returns the path of `pitlane-server_<version>_<architecture>.deb`. The targets must be built.
 */
export async function packServer({ version, output, change }: Options): Promise<string> {
  const architecture = (await run('dpkg', ['--print-architecture'])).stdout.trim()
  const stage = await mkdtemp(join(tmpdir(), 'pitlane-package-'))
  try {
    const lib = join(stage, 'usr/lib/pitlane')
    await stageProgram(lib, version)
    await stageSystemFiles(stage)
    await change?.(lib)
    await stageControl(stage, { VERSION: version, ARCHITECTURE: architecture, SIZE: String(await kilobytes(stage)) })
    await mkdir(output, { recursive: true })
    const path = join(output, `pitlane-server_${version}_${architecture}.deb`)
    await run('dpkg-deb', ['--build', '--root-owner-group', '-Zzstd', stage, path])
    return path
  } finally {
    await rm(stage, { recursive: true, force: true })
  }
}

async function stageProgram(lib: string, version: string): Promise<void> {
  await mkdir(lib, { recursive: true })
  for (const folder of ['server', 'commands', 'web', 'member', 'guide']) {
    const filter = (from: string) => !from.endsWith('.map') && basename(from) !== '.sources'
    await cp(join(root, 'dist', folder), join(lib, folder), { recursive: true, filter })
  }
  await writeFile(join(lib, 'package.json'), `${JSON.stringify({ name: 'pitlane-server', version, type: 'module' })}\n`)
  await writeFile(join(lib, 'VERSION'), `${version}\n`)
  await cp(process.execPath, join(lib, 'node'))
  await chmod(join(lib, 'node'), 0o755)
  for (const name of await packagesOf(join(lib, 'server'), join(lib, 'commands'))) {
    const from = join(root, 'node_modules', name)
    // Optional binaries of other systems are in the lock file but not installed.
    if (!(await stat(from).catch(() => null))) continue
    const filter = (path: string) => !NOT_INSTALLED.test(path.slice(from.length))
    await cp(from, join(lib, 'node_modules', name), { recursive: true, filter })
  }
}

/** The npm packages that built programs import, with theirs. The embedded PostgreSQL is loaded by a computed name and stays away. */
async function packagesOf(...folders: string[]): Promise<Set<string>> {
  const imported = new Set<string>()
  for (const folder of folders) {
    for (const file of await readdir(folder, { recursive: true })) {
      if (!file.endsWith('.js')) continue
      for (const name of importedBy(await readFile(join(folder, file), 'utf8'))) imported.add(name)
    }
  }
  return installedFor(runtimeDependencies().filter((name) => imported.has(name)))
}

async function stageSystemFiles(stage: string): Promise<void> {
  const install = async (from: string, to: string, mode = 0o644) => {
    await mkdir(join(stage, to, '..'), { recursive: true })
    await cp(join(root, from), join(stage, to))
    await chmod(join(stage, to), mode)
  }
  await install('deploy/debian/pitlane', 'usr/bin/pitlane', 0o755)
  await install('deploy/debian/settings.awk', 'usr/lib/pitlane/settings.awk')
  await install('deploy/systemd/pitlane.service', 'lib/systemd/system/pitlane.service')
  await install('deploy/caddy/pitlane.caddy', 'usr/share/pitlane/pitlane.caddy')
  await install('LICENSE', 'usr/share/doc/pitlane-server/copyright')
  const changelog = await readFile(join(root, 'CHANGELOG.md'))
  await writeFile(join(stage, 'usr/share/doc/pitlane-server/changelog.gz'), gzipSync(changelog, { level: 9 }))
}

async function stageControl(stage: string, values: Record<string, string>): Promise<void> {
  const folder = join(stage, 'DEBIAN')
  await mkdir(folder)
  const control = await readFile(join(root, 'deploy/debian/control'), 'utf8')
  await writeFile(
    join(folder, 'control'),
    control.replace(/@(\w+)@/g, (_, name: string) => values[name] ?? ''),
  )
  for (const script of ['postinst', 'prerm', 'postrm']) {
    await cp(join(root, 'deploy/debian', script), join(folder, script))
    await chmod(join(folder, script), 0o755)
  }
}

async function kilobytes(folder: string): Promise<number> {
  const { stdout } = await run('du', ['-sk', folder])
  return Number.parseInt(stdout, 10)
}
