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
 * Noise_NNpsk0_25519_AESGCM_SHA256 (noiseprotocol.org, revision 34): mutual authentication by a pre-shared secret, with
 * forward secrecy. TLS-PSK would do the same, but Electron's TLS does not support it.
 */
const PROTOCOL = 'Noise_NNpsk0_25519_AESGCM_SHA256'
const KEY_BYTES = 32
const TAG_BYTES = 16
const NONE = Buffer.alloc(0)
/** The DER prefix of a raw X25519 public key in SPKI form. */
const SPKI = Buffer.from('302a300506032b656e032100', 'hex')

/** One direction of a session. Each message has its own nonce, so that none can be replayed, dropped or changed. */
export interface Cipher {
  seal(plain: Buffer): Buffer
  /** Throws for anything but the next message of the peer. */
  open(sealed: Buffer): Buffer
}

export interface Conversation {
  outgoing: Cipher
  incoming: Cipher
}

/** Creates the key pair of one session. */
type Ephemeral = () => { privateKey: KeyObject; publicKey: KeyObject }

const freshKeys: Ephemeral = () => generateKeyPairSync('x25519')

/** AES-256-GCM with a counter as the nonce. */
function cipherOf(key: Buffer): { seal(plain: Buffer, ad: Buffer): Buffer; open(sealed: Buffer, ad: Buffer): Buffer } {
  let counter = 0n
  const nonce = (): Buffer => {
    const bytes = Buffer.alloc(12)
    bytes.writeBigUInt64BE(counter++, 4)
    return bytes
  }
  return {
    seal(plain, ad) {
      const cipher = createCipheriv('aes-256-gcm', key, nonce()).setAAD(ad)
      return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
    },
    open(sealed, ad) {
      if (sealed.length < TAG_BYTES) throw new Error('the message is too short')
      const decipher = createDecipheriv('aes-256-gcm', key, nonce(), { authTagLength: TAG_BYTES })
        .setAAD(ad)
        .setAuthTag(sealed.subarray(-TAG_BYTES))
      return Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()])
    },
  }
}

/** The symmetric state that both sides of a handshake derive from the same messages. */
class Handshake {
  #hash: Buffer = Buffer.from(PROTOCOL)
  #chain: Buffer = this.#hash
  #cipher = cipherOf(Buffer.alloc(KEY_BYTES))
  readonly #own: ReturnType<Ephemeral>

  constructor(secret: Buffer, { keys, prologue }: Pick<HandshakeParams, 'keys' | 'prologue'>) {
    this.#own = keys()
    this.#mixHash(prologue)
    const [chain, mixed, key] = this.#derive(secret, 3)
    this.#chain = chain
    this.#mixHash(mixed)
    this.#cipher = cipherOf(key)
  }

  #mixHash(data: Buffer): void {
    this.#hash = hash('sha256', Buffer.concat([this.#hash, data]), 'buffer')
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

  /** The own ephemeral public key, in clear. */
  writeKey(): Buffer {
    const key = this.#own.publicKey.export({ type: 'spki', format: 'der' }).subarray(SPKI.length)
    this.readKey(key)
    return key
  }

  readKey(key: Buffer): void {
    this.#mixHash(key)
    this.#mixKey(key)
  }

  /** Mixes in the Diffie-Hellman result of both keys. */
  mixSharedSecret(other: Buffer): void {
    const publicKey = createPublicKey({ key: Buffer.concat([SPKI, other]), format: 'der', type: 'spki' })
    this.#mixKey(diffieHellman({ privateKey: this.#own.privateKey, publicKey }))
  }

  write(plain: Buffer): Buffer {
    const sealed = this.#cipher.seal(plain, this.#hash)
    this.#mixHash(sealed)
    return sealed
  }

  read(sealed: Buffer): Buffer {
    const plain = this.#cipher.open(sealed, this.#hash)
    this.#mixHash(sealed)
    return plain
  }

  /** The ciphers of both directions, the initiator's first. */
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
  if (message.length < KEY_BYTES) throw new Error('the message is too short')
  return message.subarray(0, KEY_BYTES)
}

/** Parameters of a handshake; tests use those of a published test vector. */
interface HandshakeParams {
  keys: Ephemeral
  prologue: Buffer
  /** Sent with the handshake. */
  payload: Buffer
}

const DEFAULT_PARAMS: HandshakeParams = { keys: freshKeys, prologue: Buffer.from('pitlane hub 1'), payload: NONE }

/** The initiator: its first message, and what to do with the answer. `end` throws where the peer does not know the secret. */
export function begin(
  secret: Buffer,
  params: HandshakeParams = DEFAULT_PARAMS,
): { first: Buffer; end(answer: Buffer): Conversation } {
  const handshake = new Handshake(secret, params)
  const first = Buffer.concat([handshake.writeKey(), handshake.write(params.payload)])
  return {
    first,
    end(reply) {
      const key = keyIn(reply)
      handshake.readKey(key)
      handshake.mixSharedSecret(key)
      handshake.read(reply.subarray(KEY_BYTES))
      const [outgoing, incoming] = handshake.split()
      return { outgoing, incoming }
    },
  }
}

/** The responder. Throws before it sends anything where the initiator does not know the secret. */
export function answer(
  secret: Buffer,
  first: Buffer,
  params: HandshakeParams = DEFAULT_PARAMS,
): { answer: Buffer; conversation: Conversation } {
  const handshake = new Handshake(secret, params)
  const key = keyIn(first)
  handshake.readKey(key)
  handshake.read(first.subarray(KEY_BYTES))
  const own = handshake.writeKey()
  handshake.mixSharedSecret(key)
  const reply = Buffer.concat([own, handshake.write(params.payload)])
  const [incoming, outgoing] = handshake.split()
  return { answer: reply, conversation: { outgoing, incoming } }
}
