import { release } from 'node:os'
import { redact } from '#main/core/log.ts'
import { type TextKey, type TextValues, text } from '#shared/i18n/catalogue.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import type { TerminalSettings } from '#shared/ipc/contract.ts'
import { checkedParts, type Finding } from './finding.ts'
import { plainAddress } from './network.check.ts'

export interface DeviceReport {
  at: string
  name: string
  locale: Locale
  system: string
  settings: unknown
  findings: (Finding & { text: string; adviceText: string })[]
}

/** The findings with their texts, and what support needs of this computer; without secrets and card numbers. */
export function reportOf(findings: Finding[], settings: TerminalSettings, locale: Locale, now: Date): DeviceReport {
  const worded = findings.map((finding) => ({
    ...finding,
    text: text(locale, finding.key, finding.values),
    adviceText: finding.advice === undefined || isFine(finding) ? '' : text(locale, finding.advice),
  }))
  const sorted = checkedParts.flatMap((part) => worded.filter((finding) => finding.part === part))
  // The cluster's secret is no setting; addresses may contain a user and password.
  const { serverUrl, readers, keyboard, customerDisplay, printer, muted, printId } = settings
  const shown = { serverUrl: plainAddress(serverUrl), readers, keyboard, customerDisplay, printer, muted, printId }
  return {
    at: now.toISOString(),
    name: settings.terminalName,
    locale,
    system: `${process.platform} ${release()} ${process.arch}, Node ${process.versions.node}`,
    settings: redact(shown),
    findings: redact(sorted) as DeviceReport['findings'],
  }
}

const isFine = ({ result }: Finding): boolean => result === 'good' || result === 'skipped'

const countOf = ({ findings }: DeviceReport, result: Finding['result']): number =>
  findings.filter((finding) => finding.result === result).length

export const hasProblems = (report: DeviceReport): boolean => countOf(report, 'problem') > 0

export const summaryOf = (report: DeviceReport): string =>
  text(report.locale, 'deviceCheck.summary', {
    good: countOf(report, 'good'),
    problems: countOf(report, 'problem'),
    unsure: countOf(report, 'unsure'),
  })

const escaped = (value: string): string =>
  value.replace(/[&<>"]/g, (mark) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[mark] ?? mark)

/** The report as one page that prints on paper. */
export function pageOf(report: DeviceReport): string {
  const t = (key: TextKey, values?: TextValues) => escaped(text(report.locale, key, values))
  const rows = report.findings.map(
    ({ part, result, text: words, adviceText }) =>
      `<tr class="${result}"><th>${t(`deviceCheck.part.${part}`)}</th><td>${t(`deviceCheck.result.${result}`)}</td><td>${escaped(words)}${adviceText ? `<br><small>${escaped(adviceText)}</small>` : ''}</td></tr>`,
  )
  const time = new Date(report.at).toLocaleString(report.locale === 'zh' ? 'zh-CN' : 'en-GB')
  return `<!doctype html>
<html lang="${report.locale === 'zh' ? 'zh-CN' : 'en'}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>${t('deviceCheck.title')} ${escaped(report.name)}</title>
<style>
body { font: 15px/1.6 system-ui, "Microsoft YaHei", "Noto Sans CJK SC", sans-serif; max-width: 52rem; margin: 2rem auto; padding: 0 1rem; color: #1f2328 }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; vertical-align: top; padding: .45rem .7rem; border-bottom: 1px solid #d8dee4 }
th { white-space: nowrap; font-weight: 600 }
.good td:nth-child(2) { color: #1a7f37 } .problem td:nth-child(2) { color: #cf222e; font-weight: 600 }
.unsure td:nth-child(2) { color: #9a6700 } .skipped { color: #6e7781 }
small { color: #57606a } pre { white-space: pre-wrap; font-size: 12px; background: #f6f8fa; padding: 1rem }
</style>
<h1>${t('deviceCheck.title')}</h1>
<p>${t('deviceCheck.of', { name: report.name, time })}<br>${escaped(report.system)}</p>
<p><strong>${escaped(summaryOf(report))}</strong></p>
<table>${rows.join('\n')}</table>
<p>${t('deviceCheck.send')}</p>
<h2>${t('deviceCheck.details')}</h2>
<pre>${escaped(JSON.stringify(report.settings, null, 2))}</pre>
</html>
`
}
