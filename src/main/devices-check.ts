import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { checkDevices, hasProblems, pageOf, reportOf, summaryOf } from '#main/features/device-check/index.ts'
import { openTerminalSettings } from '#main/features/settings/index.ts'
import { type TextKey, type TextValues, text } from '#shared/i18n/catalogue.ts'
import { localeOf } from '#shared/i18n/locale.ts'

// `npm run devices:check`: tries the devices of a counter's computer and writes a report that an owner can send.
const USAGE = `Tries readers, printer, drawer, display, sound and network of this computer, and writes a report (HTML and JSON).
Close the terminal first: it uses the same ports. It asks before it prints, opens the drawer or waits for a card.
  --dir FOLDER      the terminal's folder (default: PITLANE_TERMINAL_DIR, else where the terminal stores its settings)
  --server URL      another server than that of the settings
  --out FOLDER      where the report is written (default: here)
  --yes             prints and opens the drawer without asking
  --seconds 20      how long each reader waits for a card; 0 waits for none (default: 20, with --yes 0)
  --language en     the language of the report (default: that of the terminal)`

/** Where Electron stores the files of the terminal. */
function usualDir(): string {
  const { APPDATA, XDG_CONFIG_HOME } = process.env
  if (process.platform === 'win32') return join(APPDATA ?? join(homedir(), 'AppData', 'Roaming'), 'Pitlane')
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Pitlane')
  return join(XDG_CONFIG_HOME ?? join(homedir(), '.config'), 'Pitlane')
}

const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }
const say = (words: string): void => void process.stdout.write(`${words}\n`)

async function main(): Promise<void> {
  const options = {
    dir: { type: 'string', default: process.env.PITLANE_TERMINAL_DIR || usualDir() },
    server: { type: 'string', default: '' },
    out: { type: 'string', default: process.cwd() },
    yes: { type: 'boolean', default: false },
    seconds: { type: 'string' },
    language: { type: 'string', default: '' },
    help: { type: 'boolean' },
  } as const
  const { values } = parseArgs({ options })
  if (values.help) return say(USAGE)
  const { dir } = values
  const hasSettings = existsSync(join(dir, 'settings.json'))
  // Reading settings makes their folder, which a computer without a terminal does not need.
  const opened = openTerminalSettings(hasSettings ? dir : tmpdir(), process.env.PITLANE_SERVER_URL ?? '', silent)
  const settings = opened.get()
  const locale = values.language === '' ? settings.locale : localeOf(values.language)
  const t = (key: TextKey, given?: TextValues) => text(locale, key, given)

  const asks = process.stdin.isTTY === true && !values.yes
  const lines = asks ? createInterface({ input: process.stdin, output: process.stdout }) : null
  async function agrees(question: TextKey): Promise<boolean> {
    if (!lines) return values.yes
    const answer = await lines.question(`${t('deviceCheck.yesNo', { question: t(question) })} `)
    return /^\s*y/i.test(answer)
  }
  const swipeSeconds = Number(values.seconds ?? (asks ? 20 : 0)) || 0
  const findings = await checkDevices({
    dir,
    hasSettings,
    settings,
    serverUrl: values.server || opened.serverUrl(),
    locale,
    io: { agrees, tells: (key, given) => say(t(key, given)), now: Date.now, swipeSeconds },
  })
  lines?.close()

  const report = reportOf(findings, settings, locale, new Date())
  for (const { part, result, text: words, adviceText } of report.findings) {
    say(`${t(`deviceCheck.part.${part}`)}: ${t(`deviceCheck.result.${result}`)} · ${words}`)
    if (adviceText !== '') say(`  ${adviceText}`)
  }
  const name = `pitlane-devices-${settings.terminalName.replace(/[^\w-]/g, '_')}-${report.at.slice(0, 16).replace(/[:T]/g, '-')}`
  const files = [join(values.out, `${name}.html`), join(values.out, `${name}.json`)] as const
  await mkdir(values.out, { recursive: true })
  await writeFile(files[0], pageOf(report))
  await writeFile(files[1], `${JSON.stringify(report, null, 2)}\n`)
  say(`${summaryOf(report)}\n${t('deviceCheck.saved', { files: files.join(', ') })}\n${t('deviceCheck.send')}`)
  process.exitCode = hasProblems(report) ? 1 : 0
}

main().catch((error: unknown) => {
  process.stderr.write(`devices:check: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 2
})
