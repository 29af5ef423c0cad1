import { createSign, generateKeyPairSync } from 'node:crypto'

/** A DER value: its tag, its length, its content. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

const SEQUENCE = 0x30
const SET = 0x31
const INTEGER = 0x02
const UTF8 = 0x0c
const UTC_TIME = 0x17
const BIT_STRING = 0x03
/** RSA with SHA-256, and the name of a subject. */
const RSA_SHA256 = Buffer.from('300d06092a864886f70d01010b0500', 'hex')
const COMMON_NAME = Buffer.from('0603550403', 'hex')

const nameOf = (name: string): Buffer =>
  der(SEQUENCE, der(SET, der(SEQUENCE, COMMON_NAME, der(UTF8, Buffer.from(name)))))

const pem = (kind: string, bytes: Buffer): string =>
  `-----BEGIN ${kind}-----\n${bytes.toString('base64').replace(/(.{64})/g, '$1\n')}\n-----END ${kind}-----\n`

export interface Certified {
  name: string
  serial: number
  certificate: string
  privateKey: string
  publicKey: string
}

/** A key with a certificate (X.509), signed by another or by itself; valid until 2049. */
export function certify(name: string, serial: number, by?: Certified): Certified {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const own = String(privateKey.export({ type: 'pkcs8', format: 'pem' }))
  const number = Buffer.alloc(4)
  number.writeUInt32BE(serial)
  const body = der(
    SEQUENCE,
    der(0xa0, der(INTEGER, Buffer.from([2]))),
    der(INTEGER, number),
    RSA_SHA256,
    nameOf(by?.name ?? name),
    der(SEQUENCE, der(UTC_TIME, Buffer.from('240101000000Z')), der(UTC_TIME, Buffer.from('491231235959Z'))),
    nameOf(name),
    publicKey.export({ type: 'spki', format: 'der' }),
  )
  const signature = createSign('RSA-SHA256')
    .update(body)
    .sign(by?.privateKey ?? own)
  const whole = der(SEQUENCE, body, RSA_SHA256, der(BIT_STRING, Buffer.from([0]), signature))
  return {
    name,
    serial,
    certificate: pem('CERTIFICATE', whole),
    privateKey: own,
    publicKey: String(publicKey.export({ type: 'spki', format: 'pem' })),
  }
}
