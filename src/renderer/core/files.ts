import { toServerError } from '#shared/core/client.ts'
import type { Envelope } from '#shared/core/envelope.ts'
import { AppError } from '#shared/core/errors.ts'
import { TOKEN_HEADER } from '#shared/core/route.ts'
import { refusals } from './client.ts'
import { currentLocale } from './locale.ts'
import { apiBase } from './server-address.ts'
import { currentToken } from './session.ts'

async function ask(path: string, init: RequestInit): Promise<Response> {
  const token = currentToken()
  const headers = { 'Accept-Language': currentLocale(), ...(token === null ? {} : { [TOKEN_HEADER]: token }) }
  return fetch(apiBase() + path, { ...init, headers }).catch(() => {
    throw new AppError('common.offline')
  })
}

async function refusalOf(answer: Response): Promise<never> {
  const error = toServerError(answer.status, await answer.json().catch(() => null))
  refusals.emit(error)
  throw error
}

const filled = (query: Record<string, unknown>): [string, string][] =>
  Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === null || value === '' ? [] : [[name, String(value)]],
  )

/** Fetches a file from the server and lets the browser save it. */
export async function download(path: string, query: Record<string, unknown>, fallbackName: string): Promise<void> {
  const answer = await ask(`${path}?${new URLSearchParams(filled(query))}`, {})
  if (!answer.ok || answer.headers.get('content-type')?.includes('json')) return refusalOf(answer)
  const name = savedAs(answer.headers.get('content-disposition')) ?? fallbackName
  const url = URL.createObjectURL(await answer.blob())
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  URL.revokeObjectURL(url)
}

/** The name that a file is answered with; the encoded one has every character. */
export function savedAs(disposition: string | null): string | null {
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '') ?? []
  const [, plain] = /filename="?([^";]+)/i.exec(disposition ?? '') ?? []
  return encoded ? decodeURIComponent(encoded) : (plain ?? null)
}

/** Sends a file as a form, as the API family does, after its other fields; answers the envelope. */
export async function upload(path: string, file: File, fields: Record<string, string> = {}): Promise<Envelope> {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  body.append('file', file)
  const answer = await ask(path, { method: 'POST', body })
  const data = (await answer
    .clone()
    .json()
    .catch(() => null)) as Envelope | null
  return answer.ok && data?.success === true ? data : refusalOf(answer)
}
