import { createHash, randomUUID } from 'node:crypto'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Config, ConfigError } from '#server/config.ts'
import { diskStorage } from './disk-storage.ts'
import { FileAnswer } from './file-answer.ts'
import { s3Storage } from './s3-storage.ts'
import { type Storage, StorageRefused } from './storage.ts'

const MEGABYTE = 1_048_576

interface FileKind {
  extension: string
  contentType: string
  maxBytes: number
  /** Types that are shown in the page; all others are sent as downloads. */
  inline: boolean
  fits: (head: Buffer) => boolean
}

const startsWith =
  (...bytes: number[]) =>
  (head: Buffer) =>
    bytes.every((byte, index) => head[index] === byte)
const says = (at: number, text: string) => (head: Buffer) => head.toString('latin1', at, at + text.length) === text
const zipped = startsWith(0x50, 0x4b, 0x03, 0x04)
/** Names of parts that stand near the beginning of an Office file. */
const office = (folder: string) => (head: Buffer) => zipped(head) && head.includes(folder)

const image = { maxBytes: 10 * MEGABYTE, inline: true }
const paper = { maxBytes: 10 * MEGABYTE, inline: false }
const OPEN_XML = 'application/vnd.openxmlformats-officedocument'

/**
 * The file types that may be uploaded, detected from the content, never from the name or the declared type. None of them can be
 * executed by a browser: no HTML, no SVG, no script.
 */
const kinds: readonly FileKind[] = [
  { ...image, extension: 'png', contentType: 'image/png', fits: startsWith(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a) },
  { ...image, extension: 'jpg', contentType: 'image/jpeg', fits: startsWith(0xff, 0xd8, 0xff) },
  { ...image, extension: 'gif', contentType: 'image/gif', fits: says(0, 'GIF8') },
  {
    ...image,
    extension: 'webp',
    contentType: 'image/webp',
    fits: (head) => says(0, 'RIFF')(head) && says(8, 'WEBP')(head),
  },
  // Promo videos of up to 50 MB (spec §5).
  { extension: 'mp4', contentType: 'video/mp4', maxBytes: 50 * MEGABYTE, inline: true, fits: says(4, 'ftyp') },
  { ...paper, extension: 'pdf', contentType: 'application/pdf', fits: says(0, '%PDF-') },
  { ...paper, extension: 'xlsx', contentType: `${OPEN_XML}.spreadsheetml.sheet`, fits: office('xl/') },
  { ...paper, extension: 'docx', contentType: `${OPEN_XML}.wordprocessingml.document`, fits: office('word/') },
]

/** The uploadable types as a text for users. */
export const uploadable = kinds.map(({ extension }) => extension)

/** The largest size limit of all types, in bytes. */
export const MAX_UPLOAD = Math.max(...kinds.map(({ maxBytes }) => maxBytes))

/** The type of a file by its content; undefined if it may not be uploaded. */
export async function kindOfFile(path: string): Promise<FileKind | undefined> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(8192), 0, 8192, 0)
    const head = buffer.subarray(0, bytesRead)
    return kinds.find(({ fits }) => fits(head))
  } finally {
    await file.close()
  }
}

const monthOf = (at: Date): string => at.toISOString().slice(0, 7).replace('-', '')
const FOLDER = /^[a-z][a-z0-9-]{0,31}$/
const MONTH = /^\d{6}$/
const NAME = /^[0-9a-f-]{36}\.([a-z0-9]{2,5})$/

/** The storage of the settings: a bucket of an S3 server if they name one, or the data folder, which all copies must share. */
export const storageOf = ({ dataDir, filesS3 }: FilesConfig, onTrouble?: (error: unknown) => void): Storage =>
  filesS3
    ? s3Storage(filesS3, { temporary: join(dataDir, 'tmp'), ...(onTrouble ? { onTrouble } : {}) })
    : diskStorage(join(dataDir, 'files'))

/**
 * Throws a `ConfigError` if the storage refuses this server. One that does not answer is only reported to `onTrouble`, because counters work
 * without it.
 */
export async function checkStorage(storage: Storage, onTrouble: (error: unknown) => void): Promise<void> {
  try {
    await storage.check()
  } catch (error) {
    if (error instanceof StorageRefused)
      throw new ConfigError([`PITLANE_FILES_URL, PITLANE_FILES_KEY or PITLANE_FILES_SECRET is wrong: ${error.message}`])
    onTrouble(error)
  }
}

type FilesConfig = Pick<Config, 'dataDir' | 'filesS3'>

/** The SHA-256 of a content, in hexadecimal. */
export async function sumOf(content: Readable): Promise<string> {
  const sum = createHash('sha256')
  await pipeline(content, sum)
  return sum.digest('hex')
}

/** Whether two open files have the same bytes; a missing file is the same as no other. */
export async function haveSameBytes(...contents: [Readable | null, Readable | null]): Promise<boolean> {
  const [one, other] = await Promise.all(contents.map((content) => content && sumOf(content)))
  return one != null && one === other
}

/** Uploaded files, as `<folder>/<month>/<random id>.<extension>`. Callers choose only the folder, and a path cannot be guessed. */
export interface FileStore {
  /** Where all stored files are, also those of other kinds. */
  readonly storage: Storage
  /** Moves a file of this computer into the storage; returns its path. */
  put(from: string, folder: string, extension: string, at: Date): Promise<string>
  /** A stored file as an answer, or null if there is none; paths of another form are not looked up. */
  find(folder: string, month: string, name: string): Promise<FileAnswer | null>
  /** Removes a stored file by its path; a missing file is not an error. */
  remove(path: string): Promise<void>
}

export function fileStore(storage: Storage): FileStore {
  return {
    storage,
    async put(from, folder, extension, at) {
      const path = `${FOLDER.test(folder) ? folder : 'upload'}/${monthOf(at)}/${randomUUID()}.${extension}`
      try {
        await storage.take(from, path)
      } catch (error) {
        // It may have arrived although its answer was lost.
        await storage.remove(path).catch(() => undefined)
        throw error
      }
      return path
    },
    async find(folder, month, name) {
      const extension = NAME.exec(name)?.[1]
      const kind = kinds.find((one) => one.extension === extension)
      if (!kind || !FOLDER.test(folder) || !MONTH.test(month)) return null
      const path = `${folder}/${month}/${name}`
      const found = await storage.find(path)
      if (!found) return null
      const { contentType } = kind
      return new FileAnswer({
        open: (range) => storage.open(path, range),
        size: found.size,
        contentType,
        saveAs: kind.inline ? undefined : name,
        maxAgeSeconds: 86_400,
        tag: name,
      })
    },
    async remove(path) {
      const [folder = '', month = '', name = '', ...more] = path.split('/')
      if (more.length === 0 && FOLDER.test(folder) && MONTH.test(month) && NAME.test(name)) await storage.remove(path)
    },
  }
}
