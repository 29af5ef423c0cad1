import {
  createCipheriv,
  createDecipheriv,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hash,
  hkdfSync,
  type KeyObject,
} from 'node:crypto'

/**
 * Noise_NNpsk0_25519_AESGCM_SHA256 (noiseprotocol.org, revision 34): two who share a secret believe each other, and what they say is
 * readable for nobody else, also for somebody who learns the secret later. TLS with a shared key would be the same, but Electron's TLS has none.
 */
const PROTOCOL = 'Noise_NNpsk0_25519_AESGCM_SHA256'
const KEY_BYTES = 32
const TAG_BYTES = 16
const NONE = Buffer.alloc(0)
/** What stands before a raw X25519 key in its SPKI form. */
const SPKI = Buffer.from('302a300506032b656e032100', 'hex')

/** One direction of a conversation: each message under its own number, so that none can be repeated, left out or changed. */
export interface Cipher {
  seal(plain: Buffer): Buffer
  /** Throws for anything but the next message of the other side. */
  open(sealed: Buffer): Buffer
}

export interface Conversation {
  outgoing: Cipher
  incoming: Cipher
}

/** The key pair of one conversation. */
type Ephemeral = () => { privateKey: KeyObject; publicKey: KeyObject }

const freshKeys: Ephemeral = () => generateKeyPairSync('x25519')

/** Seals and opens one after another, each under the next number. */
function cipherOf(key: Buffer): { seal(plain: Buffer, ad: Buffer): Buffer; open(sealed: Buffer, ad: Buffer): Buffer } {
  let number = 0n
  const nonce = (): Buffer => {
    const bytes = Buffer.alloc(12)
    bytes.writeBigUInt64BE(number++, 4)
    return bytes
  }
  return {
    seal(plain, ad) {
      const cipher = createCipheriv('aes-256-gcm', key, nonce()).setAAD(ad)
      return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
    },
    open(sealed, ad) {
      if (sealed.length < TAG_BYTES) throw new Error('a message that is too short')
      const decipher = createDecipheriv('aes-256-gcm', key, nonce(), { authTagLength: TAG_BYTES })
        .setAAD(ad)
        .setAuthTag(sealed.subarray(-TAG_BYTES))
      return Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()])
    },
  }
}

/** The state that both sides of a handshake build up from the same words. */
class Handshake {
  #hash: Buffer = Buffer.from(PROTOCOL)
  #chain: Buffer = this.#hash
  #cipher = cipherOf(Buffer.alloc(KEY_BYTES))
  readonly #own: ReturnType<Ephemeral>

  constructor(secret: Buffer, { keys, prologue }: Pick<Words, 'keys' | 'prologue'>) {
    this.#own = keys()
    this.#mixHash(prologue)
    const [chain, said, key] = this.#derive(secret, 3)
    this.#chain = chain
    this.#mixHash(said)
    this.#cipher = cipherOf(key)
  }

  #mixHash(said: Buffer): void {
    this.#hash = hash('sha256', Buffer.concat([this.#hash, said]), 'buffer')
  }

  #derive(input: Buffer, count: 2 | 3): [Buffer, Buffer, Buffer] {
    const bytes = Buffer.from(hkdfSync('sha256', input, this.#chain, NONE, count * KEY_BYTES))
    return [bytes.subarray(0, KEY_BYTES), bytes.subarray(KEY_BYTES, 2 * KEY_BYTES), bytes.subarray(2 * KEY_BYTES)]
  }

  #mixKey(input: Buffer): void {
    const [chain, key] = this.#derive(input, 2)
    this.#chain = chain
    this.#cipher = cipherOf(key)
  }

  /** Our own key of this conversation, in clear. */
  sayKey(): Buffer {
    const said = this.#own.publicKey.export({ type: 'spki', format: 'der' }).subarray(SPKI.length)
    this.hearKey(said)
    return said
  }

  hearKey(said: Buffer): void {
    this.#mixHash(said)
    this.#mixKey(said)
  }

  /** What both keys come to. */
  agree(other: Buffer): void {
    const publicKey = createPublicKey({ key: Buffer.concat([SPKI, other]), format: 'der', type: 'spki' })
    this.#mixKey(diffieHellman({ privateKey: this.#own.privateKey, publicKey }))
  }

  say(plain: Buffer): Buffer {
    const sealed = this.#cipher.seal(plain, this.#hash)
    this.#mixHash(sealed)
    return sealed
  }

  hear(sealed: Buffer): Buffer {
    const plain = this.#cipher.open(sealed, this.#hash)
    this.#mixHash(sealed)
    return plain
  }

  /** The two directions, that of whoever began first. */
  split(): [Cipher, Cipher] {
    const [first, second] = this.#derive(NONE, 2)
    return [direction(first), direction(second)]
  }
}

function direction(key: Buffer): Cipher {
  const { seal, open } = cipherOf(key)
  return { seal: (plain) => seal(plain, NONE), open: (sealed) => open(sealed, NONE) }
}

const keyIn = (message: Buffer): Buffer => {
  if (message.length < KEY_BYTES) throw new Error('a message that is too short')
  return message.subarray(0, KEY_BYTES)
}

/** What tells this conversation from others under the same secret; tests bring what a published example has. */
interface Words {
  keys: Ephemeral
  prologue: Buffer
  /** Goes with the handshake. */
  payload: Buffer
}

const OURS: Words = { keys: freshKeys, prologue: Buffer.from('pitlane hub 1'), payload: NONE }

/** The side that begins: what it says first, and what it makes of the answer. Throws where the other does not know the secret. */
export function begin(secret: Buffer, words: Words = OURS): { first: Buffer; end(answer: Buffer): Conversation } {
  const handshake = new Handshake(secret, words)
  const first = Buffer.concat([handshake.sayKey(), handshake.say(words.payload)])
  return {
    first,
    end(said) {
      const key = keyIn(said)
      handshake.hearKey(key)
      handshake.agree(key)
      handshake.hear(said.subarray(KEY_BYTES))
      const [outgoing, incoming] = handshake.split()
      return { outgoing, incoming }
    },
  }
}

/** The side that is called. Throws where whoever calls does not know the secret, and has then said nothing. */
export function answer(
  secret: Buffer,
  first: Buffer,
  words: Words = OURS,
): { answer: Buffer; conversation: Conversation } {
  const handshake = new Handshake(secret, words)
  const key = keyIn(first)
  handshake.hearKey(key)
  handshake.hear(first.subarray(KEY_BYTES))
  const own = handshake.sayKey()
  handshake.agree(key)
  const said = Buffer.concat([own, handshake.say(words.payload)])
  const [incoming, outgoing] = handshake.split()
  return { answer: said, conversation: { outgoing, incoming } }
}
