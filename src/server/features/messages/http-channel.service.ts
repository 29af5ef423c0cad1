/** A permanent failure: the receiver knows the message and refuses it. */
export class DeliveryRefused extends Error {}

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
 * Posts a message to a provider as JSON and returns its response. Throws `DeliveryRefused` for permanent failures, other errors for a
 * retry.
 */
export async function postMessage({ url, token, id, body }: Post): Promise<string> {
  const response = await fetch(url, {
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
  const isRetryable = response.status >= 500 || [408, 425, 429].includes(response.status)
  throw isRetryable ? new Error(answer) : new DeliveryRefused(answer)
}
