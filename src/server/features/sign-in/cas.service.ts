import type { Deps } from '#server/core/slice.ts'
import { AppError } from '#shared/core/errors.ts'

const PATIENCE_MS = 5000
const SUCCESS = /<(?:\w+:)?authenticationSuccess>\s*<(?:\w+:)?user>([^<]+)<\//

/** Asks the configured CAS server whose ticket this is (CAS protocol 2.0, `serviceValidate`); answers the account name. */
export async function casUser({ config, log }: Deps, ticket: string, service: string): Promise<string> {
  if (!config.cas) throw new AppError('auth.casOff')
  // A ticket for another service of the same CAS server is no ticket for us.
  if (!belongs(service, config.cas.service)) throw new AppError('auth.casRefused')
  const address = `${config.cas.url.replace(/\/$/, '')}/serviceValidate?${new URLSearchParams({ ticket, service })}`
  let body: string
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(PATIENCE_MS), redirect: 'error' })
    if (!response.ok) throw new Error(`the CAS server answers ${response.status}`)
    body = await response.text()
  } catch (error) {
    log.warn({ err: error }, 'the CAS server does not answer')
    throw new AppError('auth.casUnreachable')
  }
  const name = SUCCESS.exec(body)?.[1]?.trim().toLowerCase()
  if (!name) throw new AppError('auth.casRefused')
  return name
}

function belongs(service: string, own: string): boolean {
  const [asked, mine] = [new URL(service), new URL(own)]
  const path = mine.pathname.replace(/\/$/, '')
  return asked.origin === mine.origin && (asked.pathname === path || asked.pathname.startsWith(`${path}/`))
}
