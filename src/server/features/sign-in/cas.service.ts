import { SaxesParser, type SaxesTagNS } from 'saxes'
import type { Deps } from '#server/core/slice.ts'
import { AppError } from '#shared/core/errors.ts'

const PATIENCE_MS = 5000
/** Limit in bytes of an answer, which has a name and some attributes. */
const MAX_BYTES = 65_536
const NAMESPACE = 'http://www.yale.edu/tp/cas'
/** The only accepted path of the name, by local names in the namespace above. */
const PLACE = 'serviceResponse authenticationSuccess user'

/** Validates a ticket at the configured CAS server (CAS protocol 2.0, `serviceValidate`); returns the account name. */
export async function casUser({ config, log }: Deps, ticket: string, service: string): Promise<string> {
  if (!config.cas) throw new AppError('auth.casOff')
  // Tickets for other services of the same CAS server must not be accepted.
  if (!belongs(service, config.cas.service)) throw new AppError('auth.casRefused')
  const address = `${config.cas.url.replace(/\/$/, '')}/serviceValidate?${new URLSearchParams({ ticket, service })}`
  let body: string
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(PATIENCE_MS), redirect: 'error' })
    if (!response.ok) throw new Error(`the CAS server answers ${response.status}`)
    body = await textOf(response)
  } catch (error) {
    log.warn({ err: error }, 'the CAS server does not answer')
    throw new AppError('auth.casUnreachable')
  }
  const name = nameIn(body).trim().toLowerCase()
  if (!name) throw new AppError('auth.casRefused')
  return name
}

function belongs(service: string, own: string): boolean {
  const [asked, mine] = [new URL(service), new URL(own)]
  const path = mine.pathname.replace(/\/$/, '')
  return asked.origin === mine.origin && (asked.pathname === path || asked.pathname.startsWith(`${path}/`))
}

async function textOf({ body }: Response): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let text = ''
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.length
    if (size > MAX_BYTES) throw new Error('the CAS server says too much')
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

/**
 * The account name in an answer; empty if there is none or more than one, or the answer is invalid. An answer with a document type
 * declaration is invalid, because it could define entities.
 */
function nameIn(answer: string): string {
  const parser = new SaxesParser({ xmlns: true })
  const names: string[] = []
  const path: string[] = []
  const isName = () => path.join(' ') === PLACE
  const add = (text: string) => {
    if (isName()) names.push(`${names.pop() ?? ''}${text}`)
  }
  parser.on('error', (error) => {
    throw error
  })
  parser.on('doctype', () => {
    throw new Error('a document type')
  })
  parser.on('opentag', ({ uri, local }: SaxesTagNS) => {
    // Elements inside the name are not part of it.
    if (isName()) throw new Error('more than a name')
    path.push(uri === NAMESPACE ? local : '')
    if (isName()) names.push('')
  })
  parser.on('closetag', () => void path.pop())
  parser.on('text', add)
  parser.on('cdata', add)
  try {
    parser.write(answer).close()
  } catch {
    return ''
  }
  return names.length === 1 ? (names[0] ?? '') : ''
}
