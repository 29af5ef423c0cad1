import { jsonOf, searchOf, sendRequest, type Transfer } from '#renderer/core/http/http-transport.ts'
import { refusals } from '#renderer/core/http/refusals.ts'
import { currentLocale } from '#renderer/core/locale.ts'
import { toServerError } from '#shared/core/client.ts'
import type { Envelope } from '#shared/core/envelope.ts'
import { AppError } from '#shared/core/errors.ts'
import type { ExchangeAnswer } from '#shared/ipc/exchange.ts'

function refusalOf(answer: ExchangeAnswer): never {
  const error = toServerError(answer.status, jsonOf(answer))
  refusals.emit(error)
  throw error
}

/** Throws the server's refusal; without a message, as from a proxy, a general error for downloads. */
function refusedDownload(answer: ExchangeAnswer): never {
  if (jsonOf(answer) !== null) return refusalOf(answer)
  throw new AppError(answer.status === 404 ? 'files.unknown' : 'files.downloadFailed')
}

const isWell = ({ status }: ExchangeAnswer): boolean => status >= 200 && status < 300

/** Fetches a file from the server and lets the browser save it. */
export async function download(
  path: string,
  query: Record<string, unknown>,
  fallbackName: string,
  transfer: Transfer = {},
): Promise<void> {
  const answer = await sendRequest({ method: 'GET', path: path + searchOf(query), language: currentLocale() }, transfer)
  if (!isWell(answer) || answer.type.includes('json')) return refusedDownload(answer)
  if (answer.body.byteLength === 0) throw new AppError('files.downloadFailed')
  const name = savedAs(answer.disposition) ?? fallbackName
  saveFile(name, answer.body, answer.type)
}

/** Lets the browser save content that is already in memory. */
export function saveFile(name: string, content: Uint8Array<ArrayBuffer>, type: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }))
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  URL.revokeObjectURL(url)
}

/** The file name of a `Content-Disposition` header; the encoded form is preferred, because it has every character. */
export function savedAs(disposition: string | null): string | null {
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '') ?? []
  const [, plain] = /filename="?([^";]+)/i.exec(disposition ?? '') ?? []
  return encoded ? decodeURIComponent(encoded) : (plain ?? null)
}

/** Uploads a file as a form, behind the other fields as the API family requires; resolves to the envelope. */
export async function upload(
  path: string,
  file: File,
  fields: Record<string, string> = {},
  transfer: Transfer = {},
): Promise<Envelope> {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  body.append('file', file)
  const answer = await sendRequest({ method: 'POST', path, language: currentLocale(), body }, transfer)
  const data = jsonOf(answer) as Envelope | null
  return isWell(answer) && data?.success === true ? data : refusalOf(answer)
}
