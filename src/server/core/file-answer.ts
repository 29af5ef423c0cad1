import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'

interface FileOptions {
  path: string
  size: number
  contentType: string
  /** What the browser calls it when it saves it; left out where it is shown in the page. */
  saveAs?: string
  /** How long browsers may keep it; not at all unless said. */
  maxAgeSeconds?: number
  /** Names this very content; only what has one is given in parts, as players of videos ask for it. */
  tag?: string
  /** Removed when it has been sent, or when the caller has gone away. */
  temporary?: boolean
  /** How long a caller may take nothing of it before the call is given up. */
  patienceMs?: number
}

const PATIENCE_MS = 60_000

interface Range {
  start: number
  end: number
}

/**
 * The bytes that a caller asks for (RFC 9110, 14): null for the whole file, also where several parts are asked for or the
 * header makes no sense; `outside` where the file has no such bytes.
 */
function rangeOf({ headers }: FastifyRequest, size: number, tag: string): Range | null | 'outside' {
  const condition = headers['if-range']
  if (condition !== undefined && condition !== tag) return null
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(headers.range?.trim() ?? '') ?? []
  if (first === '' && last === '') return null
  if (first === '') return Number(last) > 0 ? { start: Math.max(0, size - Number(last)), end: size - 1 } : 'outside'
  if (last !== '' && Number(last) < Number(first)) return null
  if (Number(first) >= size) return 'outside'
  return { start: Number(first), end: last === '' ? size - 1 : Math.min(Number(last), size - 1) }
}

/** A file as the answer of a call that its contract declares with `answers: 'file'`. */
export class FileAnswer {
  readonly options: FileOptions

  constructor(options: FileOptions) {
    this.options = options
  }

  send(reply: FastifyReply): FastifyReply {
    const { path, size, contentType, saveAs, maxAgeSeconds, tag, temporary, patienceMs = PATIENCE_MS } = this.options
    const range = tag && size > 0 ? rangeOf(reply.request, size, `"${tag}"`) : null
    if (tag) reply.header('accept-ranges', 'bytes').header('etag', `"${tag}"`)
    if (range === 'outside') return reply.code(416).header('content-range', `bytes */${size}`).send()
    reply.raw.setTimeout(patienceMs, () => reply.raw.destroy())
    const stream = createReadStream(path, range ?? {})
    if (temporary) stream.once('close', () => void rm(path, { force: true }).catch(() => undefined))
    if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`)
    reply.header('content-type', contentType).header('content-length', range ? range.end - range.start + 1 : size)
    // Whatever a file holds, no page of ours runs it.
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
