import WebSocket from 'ws'
import { z } from 'zod'
import { textOf } from '#main/core/device-link.ts'
import type { Finding } from './finding.ts'

const ASKED = 7
const LIMIT_MS = 5000
const SLOW_MS = 500
/** A minute off is shown at the counter, too. */
const CLOCK_SECONDS = 60

const Health = z.object({ status: z.literal('ok'), time: z.iso.datetime() })

/** An address without a user name and password. */
export function plainAddress(url: string): string {
  const parsed = URL.parse(url)
  return parsed ? `${parsed.protocol}//${parsed.host}` : ''
}

const reasonOf = (error: unknown): string => {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
  return textOf(cause)
}

/** Whether the server answers, how fast, by which clock, and whether live connections reach it. */
export async function checkNetwork(serverUrl: string, now: () => number): Promise<Finding[]> {
  const address = plainAddress(serverUrl)
  if (address === '')
    return [
      { part: 'network', result: 'problem', key: 'deviceCheck.server.none', advice: 'deviceCheck.server.noneAdvice' },
    ]
  const times: number[] = []
  let ahead = 0
  try {
    for (let asked = 0; asked < ASKED; asked += 1) {
      const began = performance.now()
      const answer = await fetch(`${address}/healthz`, { signal: AbortSignal.timeout(LIMIT_MS), redirect: 'manual' })
      const health = Health.safeParse(await answer.json().catch(() => null))
      const took = performance.now() - began
      if (!health.success) return [foreign(address)]
      times.push(took)
      ahead = (now() - took / 2 - Date.parse(health.data.time)) / 1000
    }
  } catch (error) {
    const values = { address, reason: reasonOf(error) }
    const [key, advice] = ['deviceCheck.server.away', 'deviceCheck.server.awayAdvice'] as const
    return [{ part: 'network', result: 'problem', key, values, advice }]
  }
  return [latency(address, times), clock(ahead), await checkSocket(address)]
}

const foreign = (address: string): Finding => ({
  part: 'network',
  result: 'problem',
  key: 'deviceCheck.server.foreign',
  values: { address },
  advice: 'deviceCheck.server.foreignAdvice',
})

function latency(address: string, times: number[]): Finding {
  const sorted = times.map(Math.round).sort((one, other) => one - other)
  const usual = sorted[Math.floor(sorted.length / 2)] ?? 0
  const values = { address, fastest: sorted[0], usual, slowest: sorted.at(-1) }
  const finding = { part: 'network', key: 'deviceCheck.server.answers', values } as const
  return usual > SLOW_MS
    ? { ...finding, result: 'problem', advice: 'deviceCheck.server.slowAdvice' }
    : { ...finding, result: 'good' }
}

function clock(ahead: number): Finding {
  const finding = { part: 'network', key: 'deviceCheck.clock', values: { seconds: ahead.toFixed(1) } } as const
  return Math.abs(ahead) > CLOCK_SECONDS
    ? { ...finding, result: 'problem', advice: 'deviceCheck.clockAdvice' }
    : { ...finding, result: 'good' }
}

/** The server accepts a live connection without a sign-in, and sends nothing on it. */
function checkSocket(address: string): Promise<Finding> {
  const began = performance.now()
  const socket = new WebSocket(`${address.replace(/^http/, 'ws')}/websocket/check`, { handshakeTimeout: LIMIT_MS })
  return new Promise((resolve) => {
    socket.once('open', () => {
      const ms = Math.round(performance.now() - began)
      resolve({ part: 'network', result: 'good', key: 'deviceCheck.socket.opens', values: { ms } })
      socket.terminate()
    })
    socket.on('error', (error) => {
      const [key, advice] = ['deviceCheck.socket.fails', 'deviceCheck.socket.advice'] as const
      resolve({ part: 'network', result: 'problem', key, values: { reason: reasonOf(error) }, advice })
    })
  })
}
