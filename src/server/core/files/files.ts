import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { copyFile, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { FileAnswer } from './file-answer.ts'

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

/** Moves a file to a path that does not exist yet. */
export async function moveFile(from: string, to: string): Promise<void> {
  try {
    await rename(from, to)
  } catch {
    // Parts of the data folder may be different mounts, between which a rename fails.
    await copyFile(from, to, constants.COPYFILE_EXCL)
    await rm(from, { force: true })
  }
}

/**
 * Stored files, below `<data folder>/files/<folder>/<month>/<random id>.<extension>`. Callers choose only the folder, and a path
 * cannot be guessed. Several copies of the server share the data folder.
 */
export function fileStore(dataDir: string) {
  const root = join(dataDir, 'files')
  return {
    /** Moves a file into the storage; returns its path relative to it. */
    async put(from: string, folder: string, extension: string, at: Date): Promise<string> {
      const safe = FOLDER.test(folder) ? folder : 'upload'
      const path = `${safe}/${monthOf(at)}/${randomUUID()}.${extension}`
      await mkdir(join(root, safe, monthOf(at)), { recursive: true })
      await moveFile(from, join(root, path))
      return path
    },
    /** A stored file as an answer, or null if there is none; paths of another form are not looked up. */
    async find(folder: string, month: string, name: string): Promise<FileAnswer | null> {
      const extension = NAME.exec(name)?.[1]
      const kind = kinds.find((one) => one.extension === extension)
      if (!kind || !FOLDER.test(folder) || !MONTH.test(month)) return null
      const path = join(root, folder, month, name)
      const found = await stat(path).catch(() => null)
      if (!found?.isFile()) return null
      const saveAs = kind.inline ? undefined : name
      const { contentType } = kind
      return new FileAnswer({ path, size: found.size, contentType, saveAs, maxAgeSeconds: 86_400, tag: name })
    },
    /** Whether two stored files have the same bytes. A missing file is the same as no other. */
    async areSame(...paths: [string, string]): Promise<boolean> {
      const [one, other] = await Promise.all(paths.map((path) => readFile(join(root, path)).catch(() => null)))
      return one != null && other != null && one.equals(other)
    },
    /** Removes a stored file by its relative path; a missing file is not an error. */
    async remove(path: string): Promise<void> {
      const [folder = '', month = '', name = '', ...more] = path.split('/')
      if (more.length === 0 && FOLDER.test(folder) && MONTH.test(month) && NAME.test(name)) {
        await rm(join(root, folder, month, name), { force: true })
      }
    },
  }
}
