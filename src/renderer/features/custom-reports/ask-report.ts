import { type Dated, dated } from '#renderer/core/dated.ts'
import { createTransport } from '#renderer/core/http/http.ts'
import { sendRequest } from '#renderer/core/http/http-transport.ts'
import { refusals } from '#renderer/core/http/refusals.ts'
import { currentLocale } from '#renderer/core/locale.ts'
import { customReports } from '#shared/features/custom-reports/custom-reports.contract.ts'
import {
  type AskedValues,
  type ReportDefinition,
  ReportResult,
} from '#shared/features/custom-reports/custom-reports.schema.ts'

/** Runs a saved report or a definition; when the signal is aborted, the server stops the statement. */
export async function askReport(
  what: { id: string } | { definition: ReportDefinition },
  asked: AskedValues,
  signal: AbortSignal,
): Promise<Dated<ReportResult>> {
  const send = createTransport({
    send: (exchange) => sendRequest(exchange, { signal }),
    language: currentLocale,
    failed: (error) => refusals.emit(error),
  })
  const { path } = 'id' in what ? customReports.runSaved : customReports.run
  const { result, ...answer } = await send({ method: 'POST', path, body: { ...what, asked } })
  return dated({ ...answer, result: ReportResult.parse(result) })
}
