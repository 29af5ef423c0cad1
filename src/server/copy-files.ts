import { parseArgs } from 'node:util'
import { readConfig } from './config.ts'
import { copyFiles } from './core/files/copy-files.ts'
import { storageOf } from './core/files/files.ts'

const USAGE = `Copies the uploaded files between the data folder and the bucket of PITLANE_FILES_URL, and reads each back. It can be repeated.
  npm run files -- copy          from the data folder to the bucket
  npm run files -- copy --back   from the bucket to the data folder`

async function main(): Promise<void> {
  const options = { back: { type: 'boolean' }, help: { type: 'boolean' } } as const
  const { positionals, values } = parseArgs({ allowPositionals: true, options })
  if (values.help || positionals.join(' ') !== 'copy') return void process.stdout.write(`${USAGE}\n`)
  const config = readConfig()
  if (!config.filesS3) throw new Error('set PITLANE_FILES_URL, PITLANE_FILES_KEY and PITLANE_FILES_SECRET')
  const [disk, bucket] = [storageOf({ ...config, filesS3: undefined }), storageOf(config)]
  await bucket.check()
  const [from, to] = values.back ? [bucket, disk] : [disk, bucket]
  const { copied, present } = await copyFiles(from, to, (path) => process.stdout.write(`${path}\n`))
  process.stdout.write(`${copied} files were copied and read back; ${present} were there already.\n`)
}

main().catch((error: unknown) => {
  const { message, cause } = error instanceof Error ? error : new Error(String(error))
  const reason = cause instanceof Error ? `${message} (${cause.message})` : message
  process.stderr.write(`Not all files were copied: ${reason}\n`)
  process.exitCode = 1
})
