import { createPublicKey, generateKeyPairSync, hash, sign, verify } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { readSignature, type SignedCall, signCall, signedText } from './terminal-signature.ts'

const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const sha256 = (text: string) => hash('sha256', text, 'base64url')
const signer = { sha256, sign: (text: string) => sign(null, Buffer.from(text), privateKey).toString('base64url') }

const call: SignedCall = {
  terminalId: '01900000-0000-7000-8000-00000000abcd',
  at: 1_790_000_000_000,
  method: 'POST',
  path: '/terminal/sysPrintJob/claim?_t=1',
  key: '01900000-0000-7000-8000-00000000dcba',
  token: 'a token',
  body: '{"racer":"神秘车手"}',
}

const holds = (header: string, text: string) => {
  const { x = '' } = publicKey.export({ format: 'jwk' })
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  return verify(null, Buffer.from(text), key, Buffer.from(readSignature(header)?.signature ?? '', 'base64url'))
}

describe("a terminal's signature", () => {
  const header = signCall(call, signer)
  const hashes = { token: sha256(call.token), body: sha256(call.body) }

  it('names the terminal and the signing time', () => {
    expect(readSignature(header)).toMatchObject({ terminalId: call.terminalId, at: call.at })
  })

  it('is valid for the signed call only', () => {
    expect(holds(header, signedText(call, hashes))).toBe(true)
    for (const other of [
      { terminalId: '01900000-0000-7000-8000-00000000abce' },
      { at: call.at + 1 },
      { method: 'GET' },
      { path: '/terminal/sysPrintJob/claim' },
      { key: '' },
    ]) {
      expect(holds(header, signedText({ ...call, ...other }, hashes))).toBe(false)
    }
    expect(holds(header, signedText(call, { ...hashes, token: sha256('') }))).toBe(false)
    expect(holds(header, signedText(call, { ...hashes, body: sha256('{}') }))).toBe(false)
  })

  it('is not parsed from a header of another form', () => {
    for (const text of ['', `2${header.slice(1)}`, `${header}=`, header.replace(';1', ';-1'), header.toUpperCase()]) {
      expect(readSignature(text)).toBeNull()
    }
  })
})
