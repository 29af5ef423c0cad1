import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FastifyRequest } from 'fastify'
import { AppError } from '#shared/core/errors.ts'
import { newId } from '#shared/core/id.ts'

/** A file that a caller has sent, as long as its call lasts. */
export interface Upload {
  /** Where it lies now; gone when the call ends, unless it was moved away. */
  path: string
  /** As the caller names it: for people to read, never a path. */
  name: string
  size: number
  /** The other fields of the form. */
  fields: Readonly<Record<string, string>>
}

const MEGABYTE = 1_048_576
/** What a form may weigh besides its file. */
const FORM_BYTES = 65_536

export const tooLarge = (maxBytes: number) => new AppError('files.tooLarge', { limit: Math.floor(maxBytes / MEGABYTE) })

/**
 * Takes the one file of a form into a temporary file. One that says itself that it is too large is refused before a byte of it
 * is read, and any other as soon as it grows too large.
 */
export async function receiveUpload(request: FastifyRequest, dir: string, maxBytes: number): Promise<Upload> {
  if (!request.isMultipart()) throw new AppError('files.missing')
  if (Number(request.headers['content-length'] ?? 0) > maxBytes + FORM_BYTES) throw tooLarge(maxBytes)
  await mkdir(dir, { recursive: true })
  const path = join(dir, newId())
  const fields: Record<string, string> = {}
  let received: { name: string; size: number } | undefined
  // The file has its limit below: the parser's own lets all of a file come first.
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
        fields[part.fieldname] = String(part.value)
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
    // Whatever else comes is read past, so that the caller, who is still sending, gets the answer.
    request.raw.unpipe()
    request.raw.resume()
    await rm(path, { force: true })
    // Whoever has gone away is not told; nothing of ours is at fault.
    throw request.raw.errored ? new AppError('files.missing') : refusedForm(error)
  }
  if (!received) throw new AppError('files.missing')
  return { path, ...received, fields }
}

/** Nothing that lasts an hour is still being sent or written: requests and exports end after 90 seconds. */
const FORGOTTEN_MS = 3_600_000

/**
 * Removes what a copy of the server that died has left among the temporary files. They are told by their age alone, because
 * another copy on the same folder may be at work on younger ones.
 */
export async function forgetUploads(dir: string, now = Date.now()): Promise<void> {
  for (const name of await readdir(dir).catch(() => [])) {
    const path = join(dir, name)
    const found = await stat(path).catch(() => null)
    // What a system does not let go of, or another copy has just removed, is no reason not to start.
    if (found?.isFile() && found.mtimeMs < now - FORGOTTEN_MS) await rm(path, { force: true }).catch(() => undefined)
  }
}

/** Only the last part of what may be a path, without characters that steer a terminal or a file system. */
const nameOf = (filename: string | undefined): string =>
  (filename ?? '')
    .split(/[\\/]/)
    .at(-1)
    ?.replace(/[\p{C}"<>|:*?]/gu, '')
    .slice(-100) || 'file'

function refusedForm(error: unknown): unknown {
  const { code } = error as { code?: unknown }
  if (typeof code === 'string' && /^FST_(PARTS|FILES|FIELDS|PROTO|INV)/.test(code)) return new AppError('files.missing')
  return error
}
