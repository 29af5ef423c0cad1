/** A permanent failure: the receiver knows the message and refuses it. */
export class DeliveryRefused extends Error {}

/** A temporary failure of which it is certain that the receiver did not take the message. */
export class NotTaken extends Error {}

interface Post {
  url: string
  token: string | undefined
  /** Sent as `Idempotency-Key`, so that the receiver can detect repeats. */
  id: string
  body: object
}

const TIMEOUT_MS = 20_000
const MAX_RESPONSE_LENGTH = 200

/**
 * Posts a message to a provider as JSON and returns its response. Throws `DeliveryRefused` for permanent failures, `NotTaken` where it was
 * certainly not taken, and other errors where it may have been.
 */
export async function postMessage({ url, token, id, body }: Post): Promise<string> {
  const response = await reach(url, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'Idempotency-Key': id,
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
    },
    body: JSON.stringify({ id, ...body }),
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  const answer = `${response.status} ${(await response.text()).slice(0, MAX_RESPONSE_LENGTH)}`
  if (response.ok) return answer
  if ([425, 429].includes(response.status)) throw new NotTaken(answer)
  throw response.status >= 500 || response.status === 408 ? new Error(answer) : new DeliveryRefused(answer)
}

/** Errors of a connection that was never made. */
const UNREACHED = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
  'ENOTFOUND',
  'UND_ERR_CONNECT_TIMEOUT',
])

/** `fetch` that throws `NotTaken` where nothing was sent, because the receiver could not be reached. */
export async function reach(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (error) {
    const { cause, message } = error as { cause?: { code?: string }; message: string }
    if (UNREACHED.has(cause?.code ?? '')) throw new NotTaken(cause?.code ?? message)
    throw error
  }
}
