import { newId } from '#shared/core/id.ts'
import type { RawRequest } from './http-connection.ts'
import type { Statement } from './load.ts'
import { startRecorder } from './recorder.ts'

/** A call, and the ids in it that are of this call alone. */
export interface Asked {
  request: RawRequest
  ids: readonly string[]
}

const UUID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g

/**
 * Makes for any call of a kind the statements that the server sends for it, from what it sent for others. Of three samples the first fills
 * the server's memory and two are listened to: an id that the second sample's statements have for themselves, and its call does not name,
 * is one that the server made, and is made anew.
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
