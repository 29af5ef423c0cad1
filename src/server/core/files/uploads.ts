import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FastifyRequest } from 'fastify'
import { AppError } from '#shared/core/errors.ts'
import { newId } from '#shared/core/id.ts'

/** An uploaded file; it exists as long as its call. */
export interface Upload {
  /** Its temporary path; removed when the call ends, unless it was moved. */
  path: string
  /** The name that the client sent: for display, never used as a path. */
  name: string
  size: number
  /** The other fields of the form. */
  fields: Readonly<Record<string, string>>
}

const MEGABYTE = 1_048_576
/** Limit in bytes of a form's other fields. */
const FORM_BYTES = 65_536

export const tooLarge = (maxBytes: number) => new AppError('files.tooLarge', { limit: Math.floor(maxBytes / MEGABYTE) })

/**
 * Receives the single file of a form into a temporary file. It is refused before it is read if its declared size is too large, and
 * otherwise as soon as it exceeds the limit.
 */
export async function receiveUpload(request: FastifyRequest, dir: string, maxBytes: number): Promise<Upload> {
  if (!request.isMultipart()) throw new AppError('files.missing')
  if (Number(request.headers['content-length'] ?? 0) > maxBytes + FORM_BYTES) throw tooLarge(maxBytes)
  await mkdir(dir, { recursive: true })
  const path = join(dir, newId())
  const fields: Record<string, string> = {}
  let received: { name: string; size: number } | undefined
  // The file's limit is enforced below, because the parser's own limit applies only after the whole file has arrived.
  const limits = {
    fileSize: Number.POSITIVE_INFINITY,
    files: 1,
    fields: 20,
    fieldSize: 2000,
    parts: 21,
    headerPairs: 50,
  }
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') {
        // A field that declares itself as JSON has been parsed.
        fields[part.fieldname] = typeof part.value === 'string' ? part.value : JSON.stringify(part.value)
        continue
      }
      let size = 0
      const counted = async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          size += chunk.length
          if (size > maxBytes) throw tooLarge(maxBytes)
          yield chunk
        }
      }
      await pipeline(part.file, counted, createWriteStream(path, { flags: 'wx' }))
      received = { name: nameOf(part.filename), size }
    }
  } catch (error) {
    // The rest is read and discarded, so that a client that is still sending receives the answer.
    request.raw.unpipe()
    request.raw.resume()
    await rm(path, { force: true })
    // The client has disconnected: this is no error of the server.
    throw request.raw.errored ? new AppError('files.missing') : refusedForm(error)
  }
  if (!received) throw new AppError('files.missing')
  return { path, ...received, fields }
}

/** An hour. Older temporary files are not in use: requests and exports end after 90 seconds. */
const FORGOTTEN_MS = 3_600_000

/**
 * Removes temporary files that a crashed copy of the server has left. Only their age counts, because another copy with the same
 * folder may be using younger ones.
 */
export async function forgetUploads(dir: string, now = Date.now()): Promise<void> {
  for (const name of await readdir(dir).catch(() => [])) {
    const path = join(dir, name)
    const found = await stat(path).catch(() => null)
    // A file that cannot be removed, or that another copy has just removed, must not stop the start.
    if (found?.isFile() && found.mtimeMs < now - FORGOTTEN_MS) await rm(path, { force: true }).catch(() => undefined)
  }
}

/** The last segment of a possible path, without control characters and characters that are special in file systems. */
const nameOf = (filename: string | undefined): string =>
  (filename ?? '')
    .split(/[\\/]/)
    .at(-1)
    ?.replace(/[\p{C}"<>|:*?]/gu, '')
    .slice(-100) || 'file'

/**
 * The refusal of a form that cannot be read. The parser has codes for its limits, and throws plain errors without a code for what it cannot
 * parse. Our refusals and errors of the disk have codes of their own.
 */
function refusedForm(error: unknown): unknown {
  const { name, code } = error as { name?: unknown; code?: unknown }
  const isUnreadable =
    code === undefined ? name === 'Error' : /^FST_(PARTS|FILES|FIELDS|PROTO|INV|MP)/.test(String(code))
  return isUnreadable ? new AppError('files.missing') : error
}
