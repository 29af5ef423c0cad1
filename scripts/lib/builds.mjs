import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { doSteps, quiet, Stop, say } from './steps.mjs'
import { bin, environment, root } from './toolchain.mjs'

/** All build targets with their sources, outputs and commands; `reads` leaves out files of the sources that do not matter. */
export const targets = {
  server: {
    inputs: ['src/server', 'src/shared', 'vite.server.config.ts', 'vite.sql-files.ts'],
    output: 'dist/server/main.js',
    command: () => [bin('vite'), 'build', '-c', 'vite.server.config.ts'],
  },
  web: {
    inputs: ['src/renderer', 'src/shared', 'resources', 'vite.web.config.ts', 'vite.built-files.ts'],
    output: 'dist/web/index.html',
    command: () => [bin('vite'), 'build', '-c', 'vite.web.config.ts'],
  },
  member: {
    inputs: ['src/member', 'src/renderer/core', 'src/shared', 'vite.member.config.ts', 'vite.built-files.ts'],
    output: 'dist/member/index.html',
    command: () => [bin('vite'), 'build', '-c', 'vite.member.config.ts'],
  },
  guide: {
    // The help of the screens, which is part of the guide, lies in their slices; the menu is in the server's.
    inputs: ['docs', 'scripts/guide', 'src/shared/i18n', 'src/shared/help', 'src/renderer', 'src/server/features'],
    reads: /^(docs|scripts|src\/shared)\/|\.md$|\.manifest\.ts$/,
    output: 'dist/guide/index.html',
    command: () => [join(root, 'scripts', 'guide', 'build.ts')],
  },
  terminal: {
    inputs: [
      'src/main',
      'src/preload',
      'src/renderer',
      'src/shared',
      'resources',
      'electron.vite.config.ts',
      'vite.chunks.ts',
    ],
    output: 'out/main/index.js',
    command: () => [bin('electron-vite'), 'build'],
  },
}

/** The commands of an installed server; only a release needs them built. */
const releaseTargets = {
  commands: {
    inputs: ['src/server', 'src/shared', 'vite.commands.config.ts', 'vite.sql-files.ts'],
    output: 'dist/commands/backup.js',
    command: () => [bin('vite'), 'build', '-c', 'vite.commands.config.ts'],
  },
}

const known = { ...targets, ...releaseTargets }

/** Builds the targets whose sources changed since their last build, or all of them; stops at a failure. */
export async function build(node, names, options) {
  const failed = await tryBuild(node, names, options)
  if (failed.length > 0) throw new Stop(`${failed.join(', ')} failed; the reason stands above.`)
}

/** Builds targets and returns those that failed. */
export const tryBuild = (node, names, options) => doSteps(buildSteps(node, names, options))

/** The steps that build those targets whose sources have changed. */
export function buildSteps(node, names, { force = false } = {}) {
  const stale = names.filter((name) => force || isStale(name))
  if (stale.length > 0 && !force) say(`building ${stale.join(', ')}`)
  return stale.map((name) => ({
    name: `build ${name}`,
    run: async () => {
      const hash = hashOf(name)
      const result = await quiet(node, known[name].command(), { cwd: root, env: environment(node) })
      if (result.code === 0) writeFileSync(stampOf(name), hash)
      return result
    },
  }))
}

const stampOf = (name) => join(root, dirname(known[name].output), '.sources')

const isStale = (name) =>
  !existsSync(join(root, known[name].output)) ||
  !existsSync(stampOf(name)) ||
  readFileSync(stampOf(name), 'utf8') !== hashOf(name)

/** A hash of the contents. Modification times change with a fresh checkout or another branch. */
function hashOf(name) {
  const hash = createHash('sha256')
  const { inputs, reads = /./ } = known[name]
  for (const file of [...inputs.flatMap(filesBelow).filter((path) => reads.test(path)), 'package-lock.json']) {
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(root, file)))
  }
  return hash.digest('hex')
}

function filesBelow(path) {
  const found = statSync(join(root, path), { throwIfNoEntry: false })
  if (found?.isDirectory())
    return readdirSync(join(root, path))
      .sort()
      .flatMap((name) => filesBelow(`${path}/${name}`))
  return found && !/\.test\.tsx?$/.test(path) ? [path] : []
}
