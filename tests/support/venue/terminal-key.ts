import { generateKeyPairSync, hash, sign } from 'node:crypto'
import type { Api } from '#shared/api.ts'
import type { Client } from '#shared/core/client.ts'
import { newId } from '#shared/core/id.ts'
import { signCall } from '#shared/core/terminal-signature.ts'
import type { Sign } from '#tests/support/faults/transport.ts'
import type { TestClient, TestCopy } from '#tests/support/server.ts'

export interface TestTerminal {
  id: string
  publicKey: string
  sign: Sign
  /** The same user, with calls signed by the terminal. */
  with(person: Pick<TestClient, 'token'>): Client<Api>
}

interface Given {
  id?: string
  /** The terminal's clock. */
  now?: () => number
}

/** A terminal with its own key, like one after its first start; the server does not know it yet. */
export function testTerminal(
  server: Pick<TestCopy, 'client'>,
  { id = newId(), now = Date.now }: Given = {},
): TestTerminal {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const signer = {
    sha256: (text: string) => hash('sha256', text, 'base64url'),
    sign: (text: string) => sign(null, Buffer.from(text), privateKey).toString('base64url'),
  }
  const signed: Sign = (call) => signCall({ ...call, terminalId: id, at: now() }, signer)
  return {
    id,
    publicKey: publicKey.export({ format: 'jwk' }).x ?? '',
    sign: signed,
    with: ({ token }) => server.client(token, undefined, signed),
  }
}

let count = 0

/** The same, enrolled by a user with that permission. */
export async function enrolledTerminal(
  server: Pick<TestCopy, 'client'>,
  manager: TestClient,
  given: Given = {},
): Promise<TestTerminal> {
  const terminal = testTerminal(server, given)
  count += 1
  const body = { id: terminal.id, name: `前台${count}`, prefix: `E${count}`, publicKey: terminal.publicKey }
  await terminal.with(manager).terminals.enrol({ body })
  return terminal
}
