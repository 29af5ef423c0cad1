// Every npm script of the project. It runs on the machine's Node (20 or newer) with nothing but Node's built-ins,
// installs what is missing, and hands over to Node 24.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { build, buildSteps, targets, tryBuild } from './lib/builds.mjs'
import { checkFirstLoad } from './lib/first-load.mjs'
import { doSteps, quiet, Stop, show } from './lib/steps.mjs'
import {
  ensureClusterPackages,
  ensureInstallPackages,
  ensureMachinePackages,
  ensureSystemPackages,
} from './lib/system.mjs'
import { makeTestFolder } from './lib/test-folder.mjs'
import { bin, environment, install, root } from './lib/toolchain.mjs'

const [command = '', ...args] = process.argv.slice(2)

const commands = {
  async start(node) {
    await build(node, ['server', 'web', 'member', 'guide'])
    const { PITLANE_DEMO = '1', HOST = '127.0.0.1', PORT = '8080' } = process.env
    // Guests of a demo on this machine use this machine too; elsewhere only its owner knows its public address.
    const isHere = PITLANE_DEMO === '1' && HOST === '127.0.0.1' && PORT !== '0'
    const { PITLANE_PUBLIC_URL = isHere ? `http://${HOST}:${PORT}` : '' } = process.env
    const settings = { PITLANE_DEMO, ...(PITLANE_PUBLIC_URL && { PITLANE_PUBLIC_URL }) }
    const server = [join(root, targets.server.output), ...args]
    return show(node, server, { ...here(node, settings), alone: true })
  },

  test: (node) =>
    args.length === 0
      ? test(node, { first: checks(node), without: ['oldest-postgres', 'citus'], given: { PITLANE_TEST_ROTATES: '1' } })
      : test(node),

  async 'test:all'(node) {
    const whole = { PITLANE_TEST_SAMPLE: 'all' }
    if (args.length > 0) return test(node, { given: whole })
    const lacks = await lacksMachine()
    const afterwards = lacks ? [] : [machine(node)]
    return test(node, { first: checks(node), given: whole, afterwards, notRun: lacks ? [`  test:vm: ${lacks}`] : [] })
  },

  async 'test:changed'(node) {
    await ensureSystemPackages()
    const [since] = args
    const failed = await doSteps(checks(node))
    const changed = since ? `--changed=${since}` : '--changed'
    const words = [
      'run',
      changed,
      '--passWithNoTests',
      '--project=!e2e',
      '--project=!oldest-postgres',
      '--project=!citus',
    ]
    const code = await show(node, [bin('vitest'), ...words], { ...here(node), alone: true })
    return failed.length > 0 ? 1 : code
  },

  async 'test:vm'(node) {
    await ensureMachinePackages()
    return show(node, [join(root, 'tests', 'vm', 'run.ts'), ...args], { ...here(node), alone: true })
  },

  async walks(node) {
    const given = (name, usual) => args[args.indexOf(name) + 1 || args.length] ?? usual
    const asked = { PITLANE_MONEY_WALKS: given('--runs', '100'), PITLANE_MONEY_SEED: given('--seed', '1') }
    const words = [bin('vitest'), 'run', join('tests', 'walks'), '--project=unit', '--disable-console-intercept']
    return showInTestFolder(node, words, { given: asked })
  },

  async simulate(node) {
    return show(node, [join(root, 'tests', 'simulate', 'run.ts'), ...args], { ...here(node), alone: true })
  },

  async chaos(node) {
    const words = [join(root, 'tests', 'chaos', 'run.ts'), ...args]
    if (!args.some((word) => word.startsWith('--copies'))) return showInTestFolder(node, words)
    await ensureClusterPackages()
    // Disks that can be full are mounted; in a name space of their own they are gone with the run, however it ends.
    const under = ['unshare', '--mount']
    const mayMount = (await quiet(under[0], [...under.slice(1), 'true'])).code === 0
    return showInTestFolder(node, mayMount ? [...words, '--small-disks'] : words, mayMount ? { under } : {})
  },

  async cluster(node) {
    await ensureClusterPackages()
    await build(node, ['server', 'web', 'member'])
    const words = ['--program', join(root, targets.server.output), ...args]
    return show(node, [join(root, 'tests', 'cluster', 'run.ts'), ...words], { ...here(node), alone: true })
  },

  async day(node) {
    const starts = args[args.indexOf('--starts') + 1 || args.length] ?? '600'
    const words = [bin('vitest'), 'run', join('tests', 'scripted-day'), '--project=unit', '--disable-console-intercept']
    return show(node, words, { ...here(node, { PITLANE_DAY_STARTS: starts }), alone: true })
  },

  async check(node) {
    const arch = () => quiet(node, [bin('vitest'), 'run', '--project', 'arch', '--reporter=dot'], here(node))
    const failed = await doSteps([...checks(node), { name: 'architecture', run: arch }])
    return failed.length > 0 ? 1 : 0
  },

  async build(node) {
    await build(node, args.length > 0 ? args : Object.keys(targets), { force: true })
    return 0
  },

  async bench(node) {
    const names = args.filter((word) => !word.startsWith('-'))
    const measures = (name) => names.length === 0 || names.includes(name)
    const windows = [
      ...(['web', 'hands'].some(measures) ? ['web'] : []),
      ...(measures('cold-start') ? ['terminal'] : []),
    ]
    await build(node, ['server', ...windows])
    return show(node, [join(root, 'bench', 'run.ts'), ...args], here(node))
  },

  async 'devices:check'(node) {
    return show(node, [join(root, 'src', 'main', 'devices-check.ts'), ...args], here(node))
  },

  async pictures(node) {
    await ensureSystemPackages()
    await build(node, ['server', 'web', 'member'])
    const names = args.filter((word) => !word.startsWith('-'))
    const asked = { PITLANE_PICTURES: names.join(',') || 'all' }
    const words = ['run', join('tests', 'e2e', 'pictures.test.ts'), '--project=e2e', '--disable-console-intercept']
    return show(node, [bin('vitest'), ...words], { ...here(node, asked), alone: true })
  },

  async vehicles(node) {
    const played = join(root, 'src', 'server', 'simulate-vehicles.ts')
    return show(node, [played, ...args], { ...here(node), alone: true })
  },

  async 'audit:verify'(node) {
    return show(node, [join(root, 'src', 'server', 'audit-verify.ts'), ...args], here(node))
  },

  async citus(node) {
    return show(node, [join(root, 'src', 'server', 'citus-plan.ts'), ...args], here(node))
  },

  async backup(node) {
    return show(node, [join(root, 'src', 'server', 'backup.ts'), ...args], here(node))
  },

  async restore(node) {
    return show(node, [join(root, 'src', 'server', 'restore.ts'), ...args], here(node))
  },

  async files(node) {
    return show(node, [join(root, 'src', 'server', 'copy-files.ts'), ...args], here(node))
  },

  async terminal(node) {
    if (!existsSync(join(root, 'node_modules', 'electron', 'path.txt')) && !process.env.ELECTRON_OVERRIDE_DIST_PATH) {
      throw new Stop(
        'the Electron binary is not here: get it with "npx install-electron" (from github.com), or run "npm run terminal:host".',
      )
    }
    await build(node, ['terminal'])
    return show(node, [bin('electron'), root, ...args], here(node))
  },

  async 'terminal:host'(node) {
    await build(node, ['terminal'])
    return show(node, [join(root, 'tests', 'electron-host', 'run.ts'), ...args], here(node))
  },

  async dist(node) {
    await build(node, Object.keys(targets), { force: true })
    return show(node, [bin('electron-builder'), ...args], here(node))
  },

  async release(node) {
    await build(node, [...Object.keys(targets), 'commands'], { force: true })
    return show(node, [join(root, 'scripts', 'packaging', 'release.ts'), ...args], here(node))
  },

  async 'test:install'(node) {
    if (process.getuid?.() !== 0)
      throw new Stop('test:install boots Debian systems in containers, which only root may.')
    await ensureInstallPackages()
    await build(node, ['server', 'web', 'member', 'guide', 'terminal', 'commands'])
    return show(node, [join(root, 'tests', 'install', 'run.ts'), ...args], { ...here(node), alone: true })
  },
}

const here = (node, extra) => ({ cwd: root, env: environment(node, extra) })

/** The checks of `npm run check`, the longest first, so that none runs alone at the end; each is one line of the table of results. */
function checks(node) {
  const run = (name, ...words) => ({ name, run: () => quiet(node, words, here(node)) })
  const projects = readdirSync(root)
    .filter((name) => /^tsconfig\.(?!base)\w+\.json$/.test(name))
    .map((file) => file.split('.')[1])
  const longest = ['tests', 'renderer']
  return [
    // Each of several checkers resolves most types anew: two projects at a time with one checker each take half the time.
    ...[...longest, ...projects.filter((name) => !longest.includes(name))].map((name) =>
      run(`types ${name}`, bin('typescript', 'tsc'), '-p', `tsconfig.${name}.json`, '--checkers', '1'),
    ),
    run('format and lint', bin('@biomejs/biome'), 'check', '--error-on-warnings', '--max-diagnostics=100', '.'),
    run('dead code', bin('knip'), '--no-progress', '--no-config-hints'),
    { name: 'first load', run: () => checkFirstLoad(node) },
  ]
}

/** What the drivers do at a real kernel. */
const machine = (node) => ({
  name: 'test:vm',
  run: () => quiet(node, [join(root, 'tests', 'vm', 'run.ts')], here(node)),
})

/** Why this computer cannot boot the machine of `test:vm`; nothing where it can. */
async function lacksMachine() {
  const system = existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : ''
  if (!/^ID(_LIKE)?=.*debian/m.test(system)) return 'it takes the kernel of Debian'
  try {
    await ensureMachinePackages()
    return null
  } catch (error) {
    if (error instanceof Stop) return error.message
    throw error
  }
}

/** Runs the tests that are named, or all with checks before and other steps afterwards; the last line counts what passed and failed. */
async function test(node, { first = [], without = [], given = {}, afterwards = [], notRun = [] } = {}) {
  await ensureSystemPackages()
  // The check of the first load builds the two targets of browsers itself.
  const beside = first.length > 0 ? buildSteps(node, ['guide', 'terminal', 'server']) : []
  const failed = await doSteps([...beside, ...first])
  const unbuilt = await tryBuild(
    node,
    Object.keys(targets).filter((name) => !failed.includes(`build ${name}`)),
  )
  const isBuilt = unbuilt.length === 0 && !failed.some((name) => name.startsWith('build '))
  // The journeys run what is built; the other tests run the sources.
  const left = isBuilt ? without : [...without, 'e2e']
  const { passed, failures, unsteady, skipped } = await vitest(
    node,
    [...left.map((name) => `--project=!${name}`), ...args],
    given,
  )
  failed.push(...(await doSteps(afterwards)))
  const lacking = args.length === 0 ? [...skipped, ...notRun] : []
  if (lacking.length > 0) console.log(`not run on this machine:\n${lacking.join('\n')}`)
  if (unsteady.length > 0) console.log(`passed only when they were tried again:\n${unsteady.join('\n')}`)
  const steps = first.length + beside.length + afterwards.length
  const allFailures = failures + failed.length + unbuilt.length
  console.log(`${passed + steps - failed.length} passed, ${allFailures} failed`)
  return allFailures > 0 ? 1 : 0
}

async function vitest(node, filters, given) {
  const report = join(root, '.cache', 'vitest.json')
  mkdirSync(join(root, '.cache'), { recursive: true })
  rmSync(report, { force: true })
  const summary = join(root, 'tests', 'support', 'runner', 'run-summary.ts')
  const reporters = ['--reporter=default', `--reporter=${summary}`, '--reporter=json', `--outputFile.json=${report}`]
  const words = [bin('vitest'), 'run', ...reporters, ...filters]
  const code = await showInTestFolder(node, words, { given, done: () => existsSync(report) })
  if (!existsSync(report)) return { passed: 0, failures: 1, unsteady: [], skipped: [] }
  const { numPassedTests: passed, numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'))
  // A file that fails to load has no tests to count, and an error outside of all tests fails the run too.
  const unloaded = testResults.filter(({ status, assertionResults }) => status === 'failed' && !assertionResults.length)
  const failures = numFailedTests + unloaded.length
  return {
    passed,
    failures: code !== 0 && failures === 0 ? 1 : failures,
    unsteady: testResults.flatMap(unsteadyOf),
    skipped: testResults.flatMap(skippedOf),
  }
}

/** Runs a program, by others if any, whose temporary files are in a folder of its own, which is deleted afterwards. */
async function showInTestFolder(node, words, { given = {}, under = [], ...options } = {}) {
  const { folder, remove } = makeTestFolder()
  const [program, ...rest] = [...under, node, ...words]
  try {
    return await show(program, rest, { ...here(node, { ...given, TMPDIR: folder }), alone: true, ...options })
  } finally {
    remove()
  }
}

/** The tests of a file that failed at first and passed when they were retried, with the reason of the failure. */
const unsteadyOf = ({ name, assertionResults }) =>
  assertionResults
    .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
    .map(({ fullName, failureMessages: [why] }) => `  ${relative(root, name)} > ${fullName}: ${why.split('\n', 1)[0]}`)

/** The tests of a file that were skipped because this machine lacks what they need. */
const skippedOf = ({ name, assertionResults }) =>
  assertionResults
    .filter(({ status }) => status !== 'passed' && status !== 'failed')
    .map(({ fullName }) => `  ${relative(root, name)} > ${fullName}`)

async function main() {
  const chosen = commands[command]
  if (!chosen) throw new Stop(`usage: npm run ${Object.keys(commands).join(' | ')}`)
  return chosen(await install())
}

main().then(
  (code) => {
    process.exitCode = code
  },
  (error) => {
    console.error(error instanceof Stop ? `pitlane: ${error.message}` : error)
    process.exitCode = 1
  },
)
