import { create } from 'zustand'
import { readStored, store } from '#renderer/core/storage.ts'

/** What the operator may configure in `config.json` next to the page. */
export interface Deployment {
  PITLANE_API: string
  /** The CAS server that the sign-in page links to; http and https only. */
  casUrl: string
  /** The download address of the terminal program; http and https only. */
  terminalUrl: string
  /** The ICP filing number in the footer. */
  filingNumber: string
}

const MAX_LENGTH = 500

type Loose = Record<string, unknown>
const loose = (value: unknown): Loose => (typeof value === 'object' && value !== null ? (value as Loose) : {})
const text = (value: unknown): string => {
  const trimmed = typeof value === 'string' ? value.trim() : ''
  return trimmed.length > MAX_LENGTH ? '' : trimmed
}

const webAddress = (value: unknown): string => {
  const address = text(value)
  return /^https?:\/\//i.test(address) ? address : ''
}

/** Reads the valid values of a file. Without zod, because the first page loads no validators. */
function deploymentOf(file: unknown): Deployment {
  const { PITLANE_API, casUrl, terminalUrl, filingNumber } = loose(file)
  return {
    PITLANE_API: text(PITLANE_API),
    casUrl: webAddress(casUrl),
    terminalUrl: webAddress(terminalUrl),
    filingNumber: text(filingNumber),
  }
}

/** The deployment's configuration; empty where there is no file. */
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

const STORED_AS = 'pitlane.deployment'

/**
 * Reads the deployment for a terminal, which has no file of its own, from the web admin that its server serves. The values are
 * stored for when the server is away; a server without a web admin has none.
 */
export async function readDeploymentOf(serverUrl: string): Promise<void> {
  const apply = (file: unknown) => {
    const { filingNumber } = deploymentOf(file)
    useDeployment.setState({ filingNumber })
  }
  const stored = readStored(STORED_AS)
  if (stored !== null) apply(stored)
  const file: unknown = await fetch(`${serverUrl.replace(/\/+$/, '')}/config.json`, { cache: 'no-cache' })
    .then((answer) => (answer.ok ? answer.json() : null))
    .catch(() => null)
  if (file === null) return
  store(STORED_AS, file)
  apply(file)
}
