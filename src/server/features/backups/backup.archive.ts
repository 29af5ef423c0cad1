import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { PassThrough, pipeline, Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { createGunzip, createGzip } from 'node:zlib'
import { extract, pack } from 'tar-stream'

/** Compression level 3: a third larger than the best, and four times as fast. */
const COMPRESSION = 3
/** The last entry, with a checksum: an archive without it is incomplete, and one with another sum was changed. */
const END = 'end.json'
/** The first bytes of a file of age. */
const AGE = 'age-encryption.org/v1'

/** The library is loaded by the first encrypted backup: without it a server starts sooner. */
const age = () => import('age-encryption')

/** The recipient that backups are encrypted for, and the identity that decrypts them: keys of `age-keygen`. */
export interface BackupKey {
  recipient: string
  /** Undefined if this machine can only write backups. */
  identity: string | undefined
}

/** The error of an unusable backup, with a message for users. */
export class BackupError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'BackupError'
  }
}

/** A key from the settings: an identity, which can also decrypt, or a recipient. */
export async function readBackupKey(text: string): Promise<BackupKey> {
  if (text.startsWith('age1')) return { recipient: text, identity: undefined }
  const { identityToRecipient } = await age()
  return { recipient: await identityToRecipient(text), identity: text }
}

/** An archive that is being written: entries in sequence, then the end. */
export interface ArchiveWriter {
  add(name: string, content: Buffer): Promise<void>
  /** Adds an entry; its size must be known before. */
  addStream(name: string, size: number, content: Readable): Promise<void>
  /** Completes the archive; returns the SHA-256 of the file after it was flushed to disk. */
  end(): Promise<string>
  /** Aborts the archive; resolves when all writing has ended. */
  abort(error: Error): Promise<void>
}

/** Writes to a new file: tar in gzip and, with a key, in age, so that three common tools can read it. */
export async function writeArchive(path: string, key: BackupKey | undefined): Promise<ArchiveWriter> {
  const tar = pack()
  const out = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true })
  const packed = new PassThrough()
  const sum = createHash('sha256')
  let failure: Error | undefined
  const noted = (error: Error | null | undefined): void => {
    if (!error) return
    failure ??= error
    tar.destroy(error)
    packed.destroy(error)
    out.destroy(error)
  }
  pipeline(tar as AsyncIterable<Buffer>, createGzip({ level: COMPRESSION }), packed, noted)
  const last: Readable = key ? await sealed(packed, key.recipient) : packed
  const sumOfBytes = createHash('sha256')
  pipeline(last, (chunks: AsyncIterable<Buffer>) => summed(chunks, sumOfBytes), out, noted)
  const written = finished(out)
  // The error is thrown at the next entry or at the end.
  written.catch(() => undefined)
  const entry = async (name: string, size: number, content: Readable | Buffer): Promise<void> => {
    if (failure) throw failure
    sum.update(`${name}\0${size}\0`)
    await new Promise<void>((resolve, reject) => {
      const fail = (error: Error): void => reject(failure ?? error)
      written.catch(fail)
      const sink = tar.entry({ name, size, mode: 0o600 }, (error) => (error ? fail(error) : resolve()))
      // It also emits an error when the archive is aborted, which without a listener would end the process.
      sink.on('error', fail)
      if (Buffer.isBuffer(content)) {
        sum.update(content)
        sink.end(content)
      } else {
        content.on('data', (chunk: Buffer) => sum.update(chunk))
        pipeline(content, sink as NodeJS.WritableStream, (error) => error && fail(error))
      }
    })
  }
  return {
    add: (name, content) => entry(name, content.length, content),
    addStream: entry,
    async end() {
      const content = Buffer.from(JSON.stringify({ sha256: sum.copy().digest('hex') }))
      await entry(END, content.length, content)
      tar.finalize()
      await written.catch((error: unknown) => Promise.reject(failure ?? error))
      return sumOfBytes.digest('hex')
    },
    abort(error) {
      noted(error)
      return written.catch(() => undefined)
    },
  }
}

async function sealed(from: Readable, recipient: string): Promise<Readable> {
  const { Encrypter } = await age()
  const encrypter = new Encrypter()
  encrypter.addRecipient(recipient)
  const stream = await encrypter.encrypt(Readable.toWeb(from) as globalThis.ReadableStream<Uint8Array>)
  return Readable.fromWeb(stream as ReadableStream)
}

export interface ArchiveEntry {
  name: string
  size: number
  content: AsyncIterable<Buffer>
}

/** Reads a whole archive and throws if it is incomplete or changed; `work` must consume each entry's content. */
export async function readArchive(
  path: string,
  key: BackupKey | undefined,
  work: (entry: ArchiveEntry) => Promise<void>,
): Promise<void> {
  const sum = createHash('sha256')
  let statedSum: string | undefined
  /** The error of reading the archive, which also made the consumer of an entry fail. */
  let damage: unknown
  const read = async function* (entry: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
    try {
      yield* summed(entry, sum)
    } catch (error) {
      damage = error
      throw error
    }
  }
  let isWorking = false
  try {
    const tar = extract()
    const unzipped = pipeline(await opened(path, key), createGunzip(), new PassThrough(), () => undefined)
    pipeline(unzipped, tar as NodeJS.WritableStream, () => undefined)
    for await (const entry of tar) {
      const { name, size = 0 } = entry.header
      const content = entry as AsyncIterable<Buffer>
      if (name === END) {
        statedSum = JSON.parse((await contentOf(content)).toString('utf8')).sha256
        continue
      }
      sum.update(`${name}\0${size}\0`)
      isWorking = true
      await work({ name, size, content: read(content) })
      isWorking = false
    }
  } catch (error) {
    const isOfBytes = error === damage || !isWorking
    // A read error of the disk names the failed system call; all other errors concern the content.
    if (error instanceof BackupError || !isOfBytes || (error as NodeJS.ErrnoException).syscall !== undefined)
      throw error
    throw new BackupError(`${path} is damaged or not whole: ${(error as Error).message}`)
  }
  if (statedSum === undefined) throw new BackupError(`${path} is not whole: it was broken off while it was written`)
  if (statedSum !== sum.digest('hex')) throw new BackupError(`${path} is not what was written`)
}

async function opened(path: string, key: BackupKey | undefined): Promise<Readable> {
  const handle = await open(path)
  const head = Buffer.alloc(AGE.length)
  await handle.read(head, 0, AGE.length, 0)
  const file = handle.createReadStream({ start: 0 })
  if (head.toString('latin1') !== AGE) return file
  if (!key?.identity) {
    file.destroy()
    throw new BackupError(`${path} is encrypted: PITLANE_BACKUP_KEY must be the key that opens it (AGE-SECRET-KEY-1…)`)
  }
  const { Decrypter } = await age()
  const decrypter = new Decrypter()
  decrypter.addIdentity(key.identity)
  try {
    const stream = await decrypter.decrypt(Readable.toWeb(file) as globalThis.ReadableStream<Uint8Array>)
    return Readable.fromWeb(stream as ReadableStream)
  } catch {
    file.destroy()
    throw new BackupError(`${path} is damaged, or PITLANE_BACKUP_KEY is not the key that opens it`)
  }
}

export async function sumOfFile(path: string): Promise<string> {
  const sum = createHash('sha256')
  await readPast(summed(createReadStream(path), sum))
  return sum.digest('hex')
}

export async function contentOf(stream: AsyncIterable<Buffer | Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks)
}

export async function readPast(content: AsyncIterable<Buffer>): Promise<void> {
  for await (const _ of content);
}

async function* summed(stream: AsyncIterable<Buffer>, sum: { update(chunk: Buffer): unknown }): AsyncIterable<Buffer> {
  for await (const chunk of stream) {
    sum.update(chunk)
    yield chunk
  }
}
