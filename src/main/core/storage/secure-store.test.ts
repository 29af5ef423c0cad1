import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openSecureStore, type SafeStorageLike } from './secure-store.ts'

/** A fake of the system's key chain. */
const keyChain = (backend = 'gnome_libsecret'): SafeStorageLike => ({
  isEncryptionAvailable: () => true,
  getSelectedStorageBackend: () => backend,
  encryptString: (plain) => Buffer.from(plain).reverse(),
  decryptString: (cipher) => Buffer.from(cipher).reverse().toString(),
})

describe('secure store', () => {
  let dir: string
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'pitlane-secure-'))
  })
  afterEach(() => rmSync(dir, { recursive: true, force: true }))

  it('returns stored values after reopening, and writes nothing readable to the disk', () => {
    openSecureStore({ dir }).set('token', 'secret-中文')
    const again = openSecureStore({ dir })
    expect(again.get('token')).toBe('secret-中文')
    expect(again.protectedBy).toBe('file')
    expect(readFileSync(join(dir, 'secure-store.json'), 'utf8')).not.toContain('secret')
    for (const name of ['secure-store.json', 'secure-store.key']) {
      expect(statSync(join(dir, name)).mode & 0o777).toBe(0o600)
    }
  })

  it('returns null for removed and unknown entries', () => {
    const store = openSecureStore({ dir })
    store.set('a', '1')
    store.remove('a')
    expect(store.get('a')).toBeNull()
    expect(store.get('toString')).toBeNull()
    expect(openSecureStore({ dir }).get('a')).toBeNull()
  })

  it('rejects modified bytes', () => {
    const store = openSecureStore({ dir })
    const cipher = store.encrypt('member 100001')
    expect(store.decrypt(cipher)).toBe('member 100001')
    cipher[cipher.length - 1] = (cipher.at(-1) ?? 0) ^ 1
    expect(() => store.decrypt(cipher)).toThrow()
  })

  it('uses the key chain of the system if there is one', () => {
    const store = openSecureStore({ dir, safeStorage: keyChain() })
    store.set('a', '1')
    expect(store.protectedBy).toBe('os')
    expect(existsSync(join(dir, 'secure-store.key'))).toBe(false)
    expect(openSecureStore({ dir, safeStorage: keyChain() }).get('a')).toBe('1')
  })

  it('does not report the built-in password on Linux as protection by the system', () => {
    expect(openSecureStore({ dir, safeStorage: keyChain('basic_text') }).protectedBy).toBe('file')
  })

  it('returns null if the key is gone, and reads old entries after a key chain became available', () => {
    openSecureStore({ dir }).set('old', 'kept')
    const withKeyChain = openSecureStore({ dir, safeStorage: keyChain() })
    withKeyChain.set('new', 'other')
    expect(withKeyChain.get('old')).toBe('kept')
    expect(openSecureStore({ dir }).get('new')).toBeNull()
  })

  it('starts empty if its file is corrupt', () => {
    writeFileSync(join(dir, 'secure-store.json'), '{"a"')
    const store = openSecureStore({ dir })
    expect(store.get('a')).toBeNull()
    store.set('a', '1')
    expect(openSecureStore({ dir }).get('a')).toBe('1')
  })
})
