import { isIPv4 } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/core/slice.ts'
import type { Trace } from '#shared/features/monitors/monitors.contract.ts'

/** With its number, counted from the start of this server copy. */
export type NumberedTrace = Trace & { id: number }

const MAX_TRACES = 100
const MAX_HEADER_CHARS = 200
/** Headers that hold no secret and nothing personal. */
const SHOWN = ['content-type', 'content-length', 'accept-language'] as const
/** Calls of monitors, and files of the pages, which would push out all others. */
const LEFT_OUT = /^\/(api\/(actuator|monitor)\/|healthz$|readyz$|metrics$|(m\/)?\*$)/

/** An address without its last part, which tells computers of one network apart. */
const network = (ip: string): string =>
  isIPv4(ip) ? ip.replace(/\d+$/, '*') : `${ip.split(':').slice(0, 3).join(':')}:*`

function shown(headers: Record<string, unknown>): Record<string, string[]> {
  const given = SHOWN.flatMap((name) => {
    const value = headers[name]
    return value === undefined ? [] : [[name, [String(value).slice(0, MAX_HEADER_CHARS)]] as [string, string[]]]
  })
  return Object.fromEntries(given)
}

/**
 * Records the last requests: their route pattern in place of the address, because paths and queries hold numbers of people, tokens and keys;
 * no user, no body, and only a part of the network address.
 */
export function recordTraces(app: FastifyInstance, { clock }: Pick<Deps, 'clock'>): () => NumberedTrace[] {
  const traces: NumberedTrace[] = []
  let count = 0
  app.addHook('onResponse', (request, reply, done) => {
    const uri = request.routeOptions.url ?? 'unknown'
    if (!LEFT_OUT.test(uri)) {
      const milliseconds = Math.round(reply.elapsedTime)
      count += 1
      traces.unshift({
        id: count,
        timestamp: new Date(clock().getTime() - milliseconds).toISOString(),
        principal: null,
        session: null,
        request: { method: request.method, uri, headers: shown(request.headers), remoteAddress: network(request.ip) },
        response: { status: reply.statusCode, headers: shown(reply.getHeaders()) },
        timeTaken: milliseconds,
      })
      traces.length = Math.min(traces.length, MAX_TRACES)
    }
    done()
  })
  return () => [...traces]
}
