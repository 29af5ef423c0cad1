import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openTerminalSettings } from '#main/features/settings/index.ts'
import { type TextKey, type TextValues, text } from '#shared/i18n/catalogue.ts'
import { localeOf } from '#shared/i18n/locale.ts'
import { checkDevices } from './device-check.ts'
import { hasProblems, pageOf, reportOf, summaryOf } from './report.ts'

const usageOf = (command: string): string => `${command}
Tries readers, printer, drawer, display, sound and network of this computer, and writes a report (HTML and JSON).
Close the terminal first: it uses the same ports. It asks before it prints, opens the drawer or waits for a card.
  --dir FOLDER      the terminal's folder (default: PITLANE_TERMINAL_DIR, else where the terminal stores its settings)
  --server URL      another server than that of the settings
  --out FOLDER      where the report is written (default: here; from the program: the documents)
  --yes             prints and opens the drawer without asking
  --seconds 20      how long each reader waits for a card; 0 waits for none (default: 20, where nobody is asked 0)
  --language en     the language of the report (default: that of the terminal)`

/** A question, alone and as a line that says how to answer, and its two answers. */
interface Question {
  text: string
  line: string
  yes: string
  no: string
}

/** Where a check runs: the console of the sources, or the packaged program. */
interface CheckHost {
  /** How it is started, for its help. */
  command: string
  dir: string
  out: string
  print(text: string): void
  /** Tells a person what to do now. */
  notify(text: string): void
  /** Asks a person; null where nobody is there to answer. */
  ask: ((question: Question) => Promise<boolean>) | null
}

interface CheckDone {
  exitCode: 0 | 1
  /** The report as a page; null where only help was asked for. */
  page: string | null
}

const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }

/** Tries the devices of a counter's computer and writes a report that an owner can send. */
export async function runDeviceCheck(args: string[], host: CheckHost): Promise<CheckDone> {
  const options = {
    dir: { type: 'string', default: host.dir },
    server: { type: 'string', default: '' },
    out: { type: 'string', default: host.out },
    yes: { type: 'boolean', default: false },
    seconds: { type: 'string' },
    language: { type: 'string', default: '' },
    help: { type: 'boolean' },
  } as const
  const { values } = parseArgs({ args, options })
  const { print } = host
  if (values.help) {
    print(usageOf(host.command))
    return { exitCode: 0, page: null }
  }
  const { dir } = values
  const hasSettings = existsSync(join(dir, 'settings.json'))
  // Reading settings makes their folder, which a computer without a terminal does not need.
  const opened = openTerminalSettings(hasSettings ? dir : tmpdir(), process.env.PITLANE_SERVER_URL ?? '', silent)
  const settings = opened.get()
  const locale = values.language === '' ? settings.locale : localeOf(values.language)
  const t = (key: TextKey, given?: TextValues) => text(locale, key, given)

  const ask = values.yes ? null : host.ask
  const agrees = async (question: TextKey): Promise<boolean> =>
    ask
      ? ask({
          text: t(question),
          line: t('deviceCheck.yesNo', { question: t(question) }),
          yes: t('yesNo.YES'),
          no: t('yesNo.NO'),
        })
      : values.yes
  const swipeSeconds = Number(values.seconds ?? (ask ? 20 : 0)) || 0
  const findings = await checkDevices({
    dir,
    hasSettings,
    settings,
    serverUrl: values.server || opened.serverUrl(),
    locale,
    io: { agrees, report: (key, given) => host.notify(t(key, given)), now: Date.now, swipeSeconds },
  })

  const report = reportOf(findings, settings, locale, new Date())
  for (const { part, result, text: words, adviceText } of report.findings) {
    print(`${t(`deviceCheck.part.${part}`)}: ${t(`deviceCheck.result.${result}`)} · ${words}`)
    if (adviceText !== '') print(`  ${adviceText}`)
  }
  const name = `pitlane-devices-${settings.terminalName.replace(/[^\w-]/g, '_')}-${report.at.slice(0, 16).replace(/[:T]/g, '-')}`
  const files = [join(values.out, `${name}.html`), join(values.out, `${name}.json`)] as const
  await mkdir(values.out, { recursive: true })
  await writeFile(files[0], pageOf(report))
  await writeFile(files[1], `${JSON.stringify(report, null, 2)}\n`)
  print(`${summaryOf(report)}\n${t('deviceCheck.saved', { files: files.join(', ') })}\n${t('deviceCheck.send')}`)
  return { exitCode: hasProblems(report) ? 1 : 0, page: files[0] }
}
