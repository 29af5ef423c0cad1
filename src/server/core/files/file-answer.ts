import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#shared/core/errors.ts'
import type { ByteRange } from './storage.ts'

/** A file of this computer, or how a stored one is opened: null if it is gone. */
type Content =
  | {
      path: string
      /** Whether the file is removed after it was sent or the client has disconnected. */
      temporary?: boolean
    }
  | { open: (range?: ByteRange) => Promise<Readable | null> }

type FileOptions = Content & {
  size: number
  contentType: string
  /** The file name of a download; left out if the file is shown in the page. */
  saveAs?: string
  /** How long browsers may cache it; not at all if left out. */
  maxAgeSeconds?: number
  /** The ETag of the content. Range requests, as video players send them, need one. */
  tag?: string
  /** How long a client may read nothing before the answer is cancelled. */
  readTimeoutMs?: number
}

const READ_TIMEOUT_MS = 60_000

/**
 * The requested byte range (RFC 9110, 14). Null stands for the whole file, also if several ranges are requested or the header is
 * invalid; `outside` if the file has no such bytes.
 */
function rangeOf({ headers }: FastifyRequest, size: number, tag: string): ByteRange | null | 'outside' {
  const condition = headers['if-range']
  if (condition !== undefined && condition !== tag) return null
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(headers.range?.trim() ?? '') ?? []
  if (first === '' && last === '') return null
  if (first === '') return Number(last) > 0 ? { start: Math.max(0, size - Number(last)), end: size - 1 } : 'outside'
  if (last !== '' && Number(last) < Number(first)) return null
  if (Number(first) >= size) return 'outside'
  return { start: Number(first), end: last === '' ? size - 1 : Math.min(Number(last), size - 1) }
}

async function contentOf(content: Content, range: ByteRange | undefined): Promise<Readable | null> {
  if ('open' in content) return content.open(range)
  const { path, temporary } = content
  const stream = createReadStream(path, range ?? {})
  if (temporary) stream.once('close', () => void rm(path, { force: true }).catch(() => undefined))
  return stream
}

/** A file as the answer of a call that its contract declares with `answers: 'file'`. */
export class FileAnswer {
  readonly options: FileOptions

  constructor(options: FileOptions) {
    this.options = options
  }

  /** Throws `common.notFound` if the file is gone. */
  async send(reply: FastifyReply): Promise<FastifyReply> {
    const { size, contentType, saveAs, maxAgeSeconds, tag, readTimeoutMs = READ_TIMEOUT_MS } = this.options
    const range = tag && size > 0 ? rangeOf(reply.request, size, `"${tag}"`) : null
    if (tag) reply.header('accept-ranges', 'bytes').header('etag', `"${tag}"`)
    if (range === 'outside') return reply.code(416).header('content-range', `bytes */${size}`).send()
    const stream = await contentOf(this.options, range ?? undefined)
    if (!stream) throw new AppError('common.notFound')
    reply.raw.setTimeout(readTimeoutMs, () => reply.raw.destroy())
    if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`)
    reply.header('content-type', contentType).header('content-length', range ? range.end - range.start + 1 : size)
    // Prevents browsers from executing anything that a file contains.
    reply.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
    reply.header(
      'content-disposition',
      saveAs === undefined
        ? 'inline'
        : `attachment; filename="${saveAs.replace(/[^\w.-]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(saveAs)}`,
    )
    if (maxAgeSeconds) {
      reply.raw.removeHeader('cache-control')
      reply.header('cache-control', `public, max-age=${maxAgeSeconds}, immutable`)
    }
    return reply.send(stream)
  }
}
