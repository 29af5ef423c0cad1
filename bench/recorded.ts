import { newId } from '#shared/core/id.ts'
import type { RawRequest } from './http-connection.ts'
import type { Statement } from './load.ts'
import { startRecorder } from './recorder.ts'

/** A call, and the ids that only this call contains. */
export interface Asked {
  request: RawRequest
  ids: readonly string[]
}

const UUID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g

/**
 * Builds the statements of any call of a kind from the recorded statements of other calls. Of three samples the first fills the
 * server's caches and two are recorded. An id that occurs only in the second sample's statements and not in its call was generated
 * by the server, and is generated again.
 */
export async function recorded(
  appUrl: string,
  [warmUp, sample, other]: readonly Asked[],
): Promise<(asked: Asked) => Statement[]> {
  if (!warmUp || !sample || !other) throw new Error('three calls are needed to listen to')
  const recorder = await startRecorder(appUrl)
  try {
    await recorder.statementsOf(warmUp.request)
    const statements = await recorder.statementsOf(sample.request)
    const elsewhere = JSON.stringify(await recorder.statementsOf(other.request))
    const known = `${elsewhere}${JSON.stringify(sample.request)}`
    const made = [...new Set(JSON.stringify(statements).match(UUID))].filter((id) => !known.includes(id))
    return ({ ids }) => {
      const others = new Map(sample.ids.map((id, place) => [id, ids[place] ?? id]))
      for (const id of made) others.set(id, newId())
      return statements.map(({ values = [], ...statement }) => ({
        ...statement,
        values: values.map((value) => swapped(value, others)),
      }))
    }
  } finally {
    await recorder.stop()
  }
}

function swapped(value: unknown, others: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') {
    let text = value
    for (const [id, instead] of others) text = text.replaceAll(id, instead)
    return text
  }
  return Array.isArray(value) ? value.map((one) => swapped(one, others)) : value
}
