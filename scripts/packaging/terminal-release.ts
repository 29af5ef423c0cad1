import { execFile } from 'node:child_process'
import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { OLDEST_ON_DATA_FILE } from '#main/core/storage/data-file-release.ts'
import { TerminalRelease, type UpdatePlatform } from '#shared/features/terminals/terminal-releases.contract.ts'

const run = promisify(execFile)

const publicBytesOf = (key: KeyObject): string => key.export({ format: 'jwk' }).x ?? ''

/**
 * Writes the public keys by which packages built from here check updates: that of the signing key, and others in PEM, separated by commas.
 * A release with the next key beside the present one is how a key is replaced.
 */
export async function writeReleaseKeys(mainDir: string, keyFile: string, others = ''): Promise<void> {
  const files = others.split(',').filter((name) => name !== '')
  const more = await Promise.all(files.map(async (name) => createPublicKey(await readFile(name))))
  const keys = [createPublicKey(createPrivateKey(await readFile(keyFile))), ...more].map(publicBytesOf)
  await writeFile(join(mainDir, 'release-keys.json'), JSON.stringify(keys))
}

/** The platform of an installer of electron-builder, by its name; undefined if terminals do not update by it. */
export function platformOf(name: string): UpdatePlatform | undefined {
  const arch = name.includes('arm64') ? 'arm64' : 'x64'
  if (name.endsWith('.AppImage')) return `linux-${arch}`
  return name.endsWith('.exe') ? `win32-${arch}` : undefined
}

interface Signing {
  /** Folder of the installers. */
  installers: string
  /** Folder in which the folder of the release is made, as it belongs on a server. */
  output: string
  version: string
  oldestOnDataFile?: string
  keyFile: string
}

/** Makes the folder of a release: its packages, the text that names them, and the signature of the text. */
export async function signTerminalRelease({
  installers,
  output,
  version,
  keyFile,
  ...given
}: Signing): Promise<string> {
  const folder = join(output, version)
  await mkdir(folder, { recursive: true })
  const files: TerminalRelease['files'] = []
  for (const found of (await readdir(installers)).sort()) {
    const platform = platformOf(found)
    if (!platform) continue
    const name = `pitlane-${version}-${platform}${extname(found)}`
    await cp(join(installers, found), join(folder, name))
    const hash = createHash('sha512')
    await pipeline(createReadStream(join(folder, name)), hash)
    files.push({ name, platform, sha512: hash.digest('base64'), size: (await stat(join(folder, name))).size })
  }
  const { oldestOnDataFile = OLDEST_ON_DATA_FILE } = given
  const text = JSON.stringify(TerminalRelease.parse({ product: 'pitlane-terminal', version, oldestOnDataFile, files }))
  const signature = sign(null, Buffer.from(text), createPrivateKey(await readFile(keyFile)))
  await writeFile(join(folder, 'terminal.json'), text)
  await writeFile(join(folder, 'terminal.json.sig'), signature.toString('base64'))
  return folder
}

/** The same as one archive, which is unpacked in a server's folder of releases. */
export async function packTerminalRelease(signing: Signing): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'pitlane-terminal-release-'))
  try {
    await signTerminalRelease({ ...signing, output: folder })
    const archive = join(signing.output, `pitlane-terminal_${signing.version}.tar`)
    await run('tar', ['-cf', archive, '-C', folder, signing.version])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
