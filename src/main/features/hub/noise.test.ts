import { createPrivateKey, createPublicKey, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { answer, begin } from './noise.ts'

const SECRET = randomBytes(32)

/** Both sides of an established session. */
function talk() {
  const { first, end } = begin(SECRET)
  const { answer: reply, conversation: called } = answer(SECRET, first)
  return { caller: end(reply), called }
}

const bytes = (text: string): Buffer => Buffer.from(text)

const hex = (text: string): Buffer => Buffer.from(text, 'hex')

/** The key pair of a published private key. */
function keysOf(raw: string) {
  const der = Buffer.concat([hex('302e020100300506032b656e04220420'), hex(raw)])
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  return { privateKey, publicKey: createPublicKey(privateKey) }
}

it('matches the published test vector byte by byte', () => {
  // The published vector of Noise_NNpsk0_25519_AESGCM_SHA256 (cacophony).
  const secret = Buffer.from('This is my Austrian perspective!')
  const prologue = Buffer.from('John Galt')
  const sides = [
    '893e28b9dc6ca8d611ab664754b8ceb7bac5117349a4439a6b0569da977c464a',
    'bbdb4cdbd309f1a1f2e1456967fe288cadd6f712d65dc7b7793d5e63da6b375b',
  ]
  const [caller, called] = sides.map((raw, index) => ({
    keys: () => keysOf(raw),
    prologue,
    payload: Buffer.from(['Ludwig von Mises', 'Murray Rothbard'][index] ?? ''),
  }))
  if (!caller || !called) throw new Error('two sides')
  const { first, end } = begin(secret, caller)
  expect(first.toString('hex')).toBe(
    'ca35def5ae56cec33dc2036731ab14896bc4c75dbb07a61f879f8e3afa4c79447c37a89fc17813788d30df2d59501d6066f5f8aecc3406bbd9829f2d24a531b1',
  )
  const { answer: reply, conversation } = answer(secret, first, called)
  expect(reply.toString('hex')).toBe(
    '95ebc60d2b1fa672c1f46a8aa265ef51bfe38e7ccb39ec5be34069f1448088432f29d79368ef9de4e1ae7a362fb05bf0ad668e026bf5714554497b3a720461',
  )
  const seal = ({ outgoing }: typeof conversation, text: string) => outgoing.seal(Buffer.from(text)).toString('hex')
  const begun = end(reply)
  expect(seal(begun, 'F. A. Hayek')).toBe('7c01e898a6201f36aecee532e29cd0b7f8ffa29d3366ad0dce39a6')
  expect(seal(conversation, 'Carl Menger')).toBe('a9ff535aace3db6a1da1a7fb00fe2de2622bb373abad9fb42c00e0')
  expect(seal(begun, 'Jean-Baptiste Say')).toBe('6cfc49a3e65472edc2d0152abe5ce950170a8a47c959f30bd48b5f0aacf29adbfd')
})

describe('a session of two peers with the same secret', () => {
  it('carries messages both ways, and encrypts equal messages differently', () => {
    const { caller, called } = talk()
    const [one, two] = [caller.outgoing.seal(bytes('甲')), caller.outgoing.seal(bytes('甲'))]
    expect(one).not.toEqual(two)
    expect([called.incoming.open(one), called.incoming.open(two)].map(String)).toEqual(['甲', '甲'])
    expect(String(caller.incoming.open(called.outgoing.seal(bytes('乙'))))).toBe('乙')
  })

  it('does not contain the plain text', () => {
    const { caller } = talk()
    expect(caller.outgoing.seal(bytes('gold kart 7')).includes('kart')).toBe(false)
  })

  it('refuses a replayed, a reordered and a changed message', () => {
    const { caller, called } = talk()
    const [first, second, third] = ['1', '2', '3'].map((text) => caller.outgoing.seal(bytes(text)))
    called.incoming.open(first as Buffer)
    expect(() => called.incoming.open(first as Buffer)).toThrow()
    const later = talk()
    expect(() => later.called.incoming.open(second as Buffer)).toThrow()
    const changed = Buffer.from(third as Buffer)
    changed[0] = (changed[0] ?? 0) ^ 1
    expect(() => called.incoming.open(changed)).toThrow()
  })

  it('refuses a peer without the secret on either side', () => {
    const { first, end } = begin(randomBytes(32))
    expect(() => answer(SECRET, first)).toThrow()
    const { answer: reply } = answer(SECRET, begin(SECRET).first)
    expect(() => end(reply)).toThrow()
    expect(() => answer(SECRET, randomBytes(48))).toThrow()
    expect(() => answer(SECRET, randomBytes(3))).toThrow()
  })

  it('gives a replayed handshake a session that cannot read later messages', () => {
    const { first } = begin(SECRET)
    const { conversation } = answer(SECRET, first)
    const again = answer(SECRET, first)
    expect(() => again.conversation.incoming.open(conversation.outgoing.seal(bytes('x')))).toThrow()
  })
})
