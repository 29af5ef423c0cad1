import { create } from 'zustand'
import { readStored, store } from './storage.ts'

/** What whoever deploys the program may write into `config.json` beside the page. */
export interface Deployment {
  PITLANE_API: string
  /** The CAS server that the sign-in page leads to; nothing else than http and https is one. */
  casUrl: string
  /** Where the terminal's program is fetched; http and https only. */
  terminalUrl: string
  /** The filing number that the footer shows. */
  filingNumber: string
}

const LONGEST = 500

type Loose = Record<string, unknown>
const loose = (value: unknown): Loose => (typeof value === 'object' && value !== null ? (value as Loose) : {})
const text = (value: unknown): string => {
  const trimmed = typeof value === 'string' ? value.trim() : ''
  return trimmed.length > LONGEST ? '' : trimmed
}

const webAddress = (value: unknown): string => {
  const address = text(value)
  return /^https?:\/\//i.test(address) ? address : ''
}

/** What a file says, as far as it can be understood. By hand, because the first page loads no validators. */
function deploymentOf(file: unknown): Deployment {
  const { PITLANE_API, casUrl, terminalUrl, filingNumber } = loose(file)
  return {
    PITLANE_API: text(PITLANE_API),
    casUrl: webAddress(casUrl),
    terminalUrl: webAddress(terminalUrl),
    filingNumber: text(filingNumber),
  }
}

/** The deployment's own words; empty where there is no file. */
export const useDeployment = create<Deployment>(() => deploymentOf({}))

/** Reads `config.json`; static hosts without it serve the server's own origin. */
export async function readDeployment(): Promise<Deployment> {
  const file: unknown = await fetch('./config.json', { cache: 'no-cache' })
    .then((answer) => answer.json())
    .catch(() => ({}))
  const deployment = deploymentOf(file)
  useDeployment.setState(deployment)
  return deployment
}

const KEPT = 'pitlane.deployment'

/**
 * What a terminal, which has no file of its own, shows of the deployment: the words of the web admin that its server serves. They are
 * kept for when the server is away; a server without a web admin has none.
 */
export async function readDeploymentOf(serverUrl: string): Promise<void> {
  const apply = (file: unknown) => {
    const { filingNumber } = deploymentOf(file)
    useDeployment.setState({ filingNumber })
  }
  const kept = readStored(KEPT)
  if (kept !== null) apply(kept)
  const file: unknown = await fetch(`${serverUrl.replace(/\/+$/, '')}/config.json`, { cache: 'no-cache' })
    .then((answer) => (answer.ok ? answer.json() : null))
    .catch(() => null)
  if (file === null) return
  store(KEPT, file)
  apply(file)
}
