import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Log } from '#main/core/log.ts'
import { writeDurably } from './durable-file.ts'

/** Encrypted store of small secrets: tokens, keys, cached sign-ins. */
export interface SecureStore {
  /** Null if there is no such entry or it cannot be decrypted (such as a file of another computer). */
  get(name: string): string | null
  set(name: string, value: string): void
  remove(name: string): void
  encrypt(plain: string): Buffer
  /** Throws if the bytes were modified or encrypted elsewhere. */
  decrypt(cipher: Buffer): string
  /** `os`: the system's key chain has the key. `file`: a key file next to the data, a weak protection. */
  readonly protectedBy: 'os' | 'file'
}

/** The used part of Electron's `safeStorage`, so that this module runs without Electron. */
export interface SafeStorageLike {
  isEncryptionAvailable(): boolean
  getSelectedStorageBackend?(): string
  encryptString(plain: string): Buffer
  decryptString(cipher: Buffer): string
}

interface Protection {
  encrypt(plain: string): Buffer
  decrypt(cipher: Buffer): string
}

const Entries = z.record(z.string(), z.string())
// The first byte names the key, so that data is not decrypted with the wrong one.
const mark = { os: 1, file: 2 } as const

/** Opens the store in the terminal's folder; pass `safeStorage` only after Electron is ready. */
export function openSecureStore({
  dir,
  safeStorage,
  log,
}: {
  dir: string
  safeStorage?: SafeStorageLike
  log?: Log
}): SecureStore {
  mkdirSync(dir, { recursive: true })
  const path = join(dir, 'secure-store.json')
  const protectedBy = safeStorage && isTrustworthy(safeStorage) ? 'os' : 'file'
  const protections: Partial<Record<'os' | 'file', Protection>> = {}
  if (safeStorage && protectedBy === 'os') {
    protections.os = {
      encrypt: (plain) => safeStorage.encryptString(plain),
      decrypt: (cipher) => safeStorage.decryptString(cipher),
    }
  }
  const fileProtection = (): Protection => {
    protections.file ??= keyFileProtection(join(dir, 'secure-store.key'))
    return protections.file
  }

  const encrypt = (plain: string): Buffer => {
    const protection = protections.os ?? fileProtection()
    return Buffer.concat([Buffer.from([mark[protectedBy]]), protection.encrypt(plain)])
  }
  const decrypt = (cipher: Buffer): string => {
    const body = cipher.subarray(1)
    if (cipher[0] === mark.file) return fileProtection().decrypt(body)
    if (cipher[0] === mark.os && protections.os) return protections.os.decrypt(body)
    throw new Error('encrypted with a key that this computer does not have')
  }

  let entries = readEntries(path, log)
  const save = (next: Record<string, string>) => {
    writeDurably(path, JSON.stringify(next))
    entries = next
  }

  return {
    get(name) {
      const stored = Object.hasOwn(entries, name) ? entries[name] : undefined
      if (stored === undefined) return null
      try {
        return decrypt(Buffer.from(stored, 'base64'))
      } catch (error) {
        log?.warn('a stored secret can no longer be read', { entry: name, error })
        return null
      }
    },
    set: (name, value) => save({ ...entries, [name]: encrypt(value).toString('base64') }),
    remove(name) {
      if (!Object.hasOwn(entries, name)) return
      const { [name]: _removed, ...rest } = entries
      save(rest)
    },
    encrypt,
    decrypt,
    protectedBy,
  }
}

/** On Linux without a key chain Chromium encrypts with a hard-coded password; our key file is better. */
const isTrustworthy = (safeStorage: SafeStorageLike): boolean =>
  safeStorage.isEncryptionAvailable() && safeStorage.getSelectedStorageBackend?.() !== 'basic_text'

function readEntries(path: string, log?: Log): Record<string, string> {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw error
  }
  try {
    return Entries.parse(JSON.parse(text))
  } catch (error) {
    log?.error('the stored secrets are broken and start empty', { error })
    return {}
  }
}

function keyFileProtection(path: string): Protection {
  const key = readKey(path)
  return {
    encrypt(plain) {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, iv)
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), body])
    },
    decrypt(bytes) {
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 })
      decipher.setAuthTag(bytes.subarray(12, 28))
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
    },
  }
}

/** In a read-only folder the key must still decrypt existing entries. */
function protectKeyFile(path: string): void {
  try {
    chmodSync(path, 0o600)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EROFS') throw error
  }
}

function readKey(path: string): Buffer {
  try {
    const key = readFileSync(path)
    if (key.byteLength === 32) {
      protectKeyFile(path)
      return key
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  const key = randomBytes(32)
  writeDurably(path, key)
  return key
}
