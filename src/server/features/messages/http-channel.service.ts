/** A failure that no repetition will mend: the other side knows the message and does not want it. */
export class DeliveryRefused extends Error {}

interface Post {
  url: string
  token: string | undefined
  /** Goes along as `Idempotency-Key`, so that the other side can tell a repeat. */
  id: string
  body: object
}

const PATIENCE_MS = 20_000
const LONGEST_ANSWER = 200

/** Hands a message to a provider as JSON and answers what it said; what is worth another try is thrown as any error. */
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
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
  const answer = `${response.status} ${(await response.text()).slice(0, LONGEST_ANSWER)}`
  if (response.ok) return answer
  const later = response.status >= 500 || [408, 425, 429].includes(response.status)
  throw later ? new Error(answer) : new DeliveryRefused(answer)
}
