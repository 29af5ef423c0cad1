// Packs and checks what has been built, into dist/release: npm run release -- [--tag]
import { execFile } from 'node:child_process'
import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { RELEASE } from '#server/db/release.ts'
import { checkServerPackage } from './check-package.ts'
import { packServer } from './server-package.ts'
import { packTerminalRelease, writeReleaseKeys } from './terminal-release.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..', '..')
const output = join(root, 'dist/release')
const say = (text: string): void => console.log(`release: ${text}`)

async function refuseDirtyTree(): Promise<void> {
  const { stdout } = await run('git', ['status', '--porcelain'], { cwd: root })
  if (stdout !== '') throw new Error(`Commit these first; a release is what a commit contains:\n${stdout}`)
}

/** The terminal's installers, where Electron's binary is there; returns what was left out. */
async function packTerminal(keyFile: string | undefined): Promise<string | null> {
  if (!existsSync(join(root, 'node_modules/electron/path.txt')) && !process.env.ELECTRON_OVERRIDE_DIST_PATH)
    return 'installers of the terminal: they need the Electron binary (npx install-electron)'
  if (keyFile) await writeReleaseKeys(join(root, 'out/main'), keyFile, process.env.PITLANE_RELEASE_OTHER_KEYS)
  await run(process.execPath, [join(root, 'node_modules/electron-builder/out/cli/cli.js')], { cwd: root })
  for (const name of await readdir(join(root, 'dist/installers'))) {
    if (/\.(AppImage|deb|exe|dmg|zip|yml|blockmap)$/.test(name))
      await cp(join(root, 'dist/installers', name), join(output, name))
  }
  if (!keyFile) return 'updates of terminals: they need a signature by PITLANE_RELEASE_KEY'
  await packTerminalRelease({ installers: join(root, 'dist/installers'), output, version: RELEASE, keyFile })
  return null
}

/** Writes SHA256SUMS and, with a key, its signature; both are verified as a receiver would. */
async function seal(keyFile: string | undefined): Promise<void> {
  const names = (await readdir(output)).sort()
  const hashOf = async (name: string) =>
    createHash('sha256')
      .update(await readFile(join(output, name)))
      .digest('hex')
  const lines = await Promise.all(names.map(async (name) => `${await hashOf(name)}  ${name}`))
  const sums = Buffer.from(`${lines.join('\n')}\n`)
  await writeFile(join(output, 'SHA256SUMS'), sums)
  await run('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: output })
  if (!keyFile) return say('SHA256SUMS is not signed: PITLANE_RELEASE_KEY names no key file')
  const key = createPrivateKey(await readFile(keyFile))
  const signature = sign(null, sums, key)
  if (!verify(null, sums, createPublicKey(key), signature)) throw new Error('the signature does not verify')
  await writeFile(join(output, 'SHA256SUMS.sig'), signature)
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { tag: { type: 'boolean' } } })
  await refuseDirtyTree()
  await rm(output, { recursive: true, force: true })
  await mkdir(output, { recursive: true })
  const path = await packServer({ version: RELEASE, output })
  say(`checking ${path}`)
  await checkServerPackage(path)
  await cp(join(root, 'deploy/install.sh'), join(output, 'install.sh'))
  await run('tar', [
    '-czf',
    join(output, `pitlane-web_${RELEASE}.tar.gz`),
    '-C',
    join(root, 'dist'),
    'web',
    'member',
    'guide',
  ])
  const left = await packTerminal(process.env.PITLANE_RELEASE_KEY)
  if (left) say(`left out: ${left}`)
  await seal(process.env.PITLANE_RELEASE_KEY)
  if (values.tag) await run('git', ['tag', '-a', `v${RELEASE}`, '-m', `Release ${RELEASE}`], { cwd: root })
  say(`${RELEASE} is in ${output}${values.tag ? `, and tagged v${RELEASE}` : ''}`)
}

main().catch((error: unknown) => {
  console.error(`release: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
})
