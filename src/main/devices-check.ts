import { homedir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { runDeviceCheck } from '#main/features/device-check/index.ts'

// `npm run devices:check`, from the sources; a packaged terminal has the switch `--check-devices`.

/** Where Electron stores the files of the terminal. */
function usualDir(): string {
  const { APPDATA, XDG_CONFIG_HOME } = process.env
  if (process.platform === 'win32') return join(APPDATA ?? join(homedir(), 'AppData', 'Roaming'), 'Pitlane')
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Pitlane')
  return join(XDG_CONFIG_HOME ?? join(homedir(), '.config'), 'Pitlane')
}

const print = (text: string): void => void process.stdout.write(`${text}\n`)

async function main(): Promise<void> {
  const lines = process.stdin.isTTY === true ? createInterface({ input: process.stdin, output: process.stdout }) : null
  try {
    const { exitCode } = await runDeviceCheck(process.argv.slice(2), {
      command: 'npm run devices:check -- [options]',
      dir: process.env.PITLANE_TERMINAL_DIR || usualDir(),
      out: process.cwd(),
      print,
      notify: print,
      ask: lines ? async ({ line }) => /^\s*y/i.test(await lines.question(`${line} `)) : null,
    })
    process.exitCode = exitCode
  } finally {
    lines?.close()
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`devices:check: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 2
})
