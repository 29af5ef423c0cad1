import { createCipheriv, createDecipheriv, createHmac, hash, hkdfSync, randomBytes } from 'node:crypto'

/** Encrypts values that the database must never hold in plain text. */
export interface Sealer {
  /** `purpose` binds a sealed text to its use: it cannot be opened for another purpose. An empty text stays empty. */
  seal(text: string, purpose: string): string
  open(sealed: string, purpose: string): string
  /** A keyed hash of a text, 32 bytes, which cannot be computed without the server's key. */
  stamp(text: string, purpose: string): Buffer
  /** Encrypts bytes with a key of one store, which opens nothing of another. */
  ofStore(orgCode: string): StoreSealer
}

/** Seals bytes with the key of a store; `purpose` as in `Sealer`. */
export interface StoreSealer {
  seal(bytes: Buffer, purpose: string): Buffer
  open(sealed: Buffer, purpose: string): Buffer
}

export const SECRETS_KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
/** Version prefix of sealed texts, so that a later format can be told apart. */
const VERSION = 'v1.'

function sealBytes(key: Buffer, bytes: Buffer, purpose: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(purpose))
  return Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
}

function openBytes(key: Buffer, sealed: Buffer, purpose: string): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES))
    .setAAD(Buffer.from(purpose))
    .setAuthTag(sealed.subarray(-TAG_BYTES))
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()])
}

/** AES-256-GCM under a key that is derived from the server's; equal texts are sealed differently each time. */
export function createSealer(secretsKey: Buffer): Sealer {
  const key = Buffer.from(hkdfSync('sha256', secretsKey, '', 'pitlane sealed fields', SECRETS_KEY_BYTES))
  const stampKey = Buffer.from(hkdfSync('sha256', secretsKey, '', 'pitlane stamps', SECRETS_KEY_BYTES))
  return {
    seal(text, purpose) {
      if (text === '') return ''
      return `${VERSION}${sealBytes(key, Buffer.from(text), purpose).toString('base64')}`
    },
    open(sealed, purpose) {
      if (sealed === '') return ''
      if (!sealed.startsWith(VERSION)) throw new Error('what was sealed is in no form that this version knows')
      return openBytes(key, Buffer.from(sealed.slice(VERSION.length), 'base64'), purpose).toString('utf8')
    },
    stamp: (text, purpose) => createHmac('sha256', stampKey).update(`${purpose}\n${text}`).digest(),
    ofStore(orgCode) {
      const ofStore = Buffer.from(hkdfSync('sha256', secretsKey, orgCode, 'pitlane store key', SECRETS_KEY_BYTES))
      return {
        seal: (bytes, purpose) => sealBytes(ofStore, bytes, purpose),
        open: (sealed, purpose) => openBytes(ofStore, sealed, purpose),
      }
    },
  }
}

/** A fingerprint that identifies a key without revealing it. */
export const fingerprintOf = (secretsKey: Buffer): string => hash('sha256', `pitlane key ${secretsKey.toString('hex')}`)
