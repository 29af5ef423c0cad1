import { z } from 'zod'
import { create } from 'zustand'

const text = z.string().trim().max(500).catch('')

/** How the operator is paid: what the support dialog shows (spec §2). */
const Support = z.object({
  phone: text,
  /** Shown as QR codes: the text of each, such as a payment address. */
  qrCodes: z
    .array(z.object({ title: text, text: z.string().trim().min(1).max(1000) }))
    .max(4)
    .catch([]),
  bankName: text,
  bankAccount: text,
  bankHolder: text,
})

/** What whoever deploys the program may write into `config.json` beside the page. */
const Deployment = z.object({
  PITLANE_API: text,
  /** The CAS server that the sign-in page leads to; nothing else than http and https is one. */
  casUrl: text.transform((url) => (/^https?:\/\//i.test(url) ? url : '')),
  /** The filing number that the footer shows. */
  filingNumber: text,
  support: Support.catch(Support.parse({})),
})
export type Deployment = z.infer<typeof Deployment>

/** The deployment's own words; empty where there is no file, as in a terminal without one. */
export const useDeployment = create<Deployment>(() => Deployment.parse({}))

/** Reads `config.json`; static hosts without it serve the server's own origin. */
export async function readDeployment(): Promise<Deployment> {
  const file: unknown = await fetch('./config.json', { cache: 'no-cache' })
    .then((answer) => answer.json())
    .catch(() => ({}))
  const deployment = Deployment.catch(Deployment.parse({})).parse(file)
  useDeployment.setState(deployment)
  return deployment
}
