import { systemClock } from '#main/core/clocks/clock.ts'
import { attemptPrint, probePrinter, transportFor } from '#main/features/printer/index.ts'
import { commandsOf, renderTestPage } from '#paper/index.ts'
import { isTextKey, text } from '#shared/i18n/catalogue.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import type { PrinterSettings } from '#shared/ipc/devices.ts'
import type { CheckIo, Finding } from './finding.ts'

const addressOf = ({ transport, address, port }: PrinterSettings): string =>
  transport === 'tcp' ? `${address}:${port}` : address

type Checked = Awaited<ReturnType<typeof probePrinter>>

/** The words for what is wrong with a printer. */
function problemOf({ problem, detail }: Checked, locale: Locale): string {
  const key = problem === 'none' ? `print.detail.${detail}` : `device.problem.${problem}`
  return isTextKey(key) ? text(locale, key) : detail
}

/** The state of the printer, a test page and the drawer, as far as the person agrees. */
export async function checkPrinter(settings: PrinterSettings, locale: Locale, io: CheckIo): Promise<Finding[]> {
  const transport = transportFor(settings, systemClock)
  if (transport === null) {
    return [
      { part: 'printer', result: 'skipped', key: 'deviceCheck.printer.none' },
      { part: 'drawer', result: 'skipped', key: 'deviceCheck.drawer.none' },
    ]
  }
  const { answers, baudRate, columns, cut, drawer } = settings
  const options = { answers, hasAnswered: false, isSilent: false, baudRate, clock: systemClock }
  const address = addressOf(settings)
  const probed = await probePrinter(transport, options)
  const state = stateOf(probed, address, locale)
  if (state.result === 'problem') return [state]
  const findings: Finding[] = [state]
  const hasAnswered = probed.outcome === 'printed'

  if (await io.agrees('deviceCheck.printer.ask')) {
    const at = new Date(io.now())
    const page = renderTestPage({ columns, cut, printer: settings, locale, address, at })
    findings.push(printedOf(await attemptPrint(transport, page.bytes, { ...options, hasAnswered }), locale))
  } else findings.push({ part: 'printer', result: 'skipped', key: 'deviceCheck.notAsked' })

  if (drawer === 'none') findings.push({ part: 'drawer', result: 'skipped', key: 'deviceCheck.drawer.none' })
  else if (await io.agrees('deviceCheck.drawer.ask')) {
    const kick = Buffer.from(commandsOf(settings).drawer(drawer === 'pin2' ? 2 : 5))
    const { outcome } = await attemptPrint(transport, kick, { ...options, hasAnswered })
    const isSent = outcome === 'printed' || outcome === 'sent'
    const [result, advice] = [isSent ? 'unsure' : 'problem', 'deviceCheck.drawer.advice'] as const
    findings.push({ part: 'drawer', result, key: 'deviceCheck.drawer.kicked', advice })
  } else findings.push({ part: 'drawer', result: 'skipped', key: 'deviceCheck.notAsked' })
  return findings
}

function stateOf(probed: Checked, address: string, locale: Locale): Finding {
  const values = { address }
  if (probed.outcome === 'sent') return { part: 'printer', result: 'unsure', key: 'deviceCheck.printer.mute', values }
  if (probed.outcome !== 'printed') {
    const problem = problemOf(probed, locale)
    const [key, advice] = ['deviceCheck.printer.problem', 'deviceCheck.printer.advice'] as const
    return { part: 'printer', result: 'problem', key, values: { address, problem }, advice }
  }
  return {
    part: 'printer',
    result: 'good',
    key: `deviceCheck.printer.${probed.paperLow ? 'paperLow' : 'ready'}`,
    values,
  }
}

function printedOf(attempt: Checked, locale: Locale): Finding {
  if (attempt.outcome === 'printed') return { part: 'printer', result: 'good', key: 'deviceCheck.printer.printed' }
  if (attempt.outcome === 'sent') return { part: 'printer', result: 'unsure', key: 'deviceCheck.printer.sent' }
  const values = { problem: problemOf(attempt, locale) }
  const [key, advice] = ['deviceCheck.printer.notPrinted', 'deviceCheck.printer.advice'] as const
  return { part: 'printer', result: 'problem', key, values, advice }
}
