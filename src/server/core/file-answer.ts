import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { FastifyReply } from 'fastify'

interface FileOptions {
  path: string
  size: number
  contentType: string
  /** What the browser calls it when it saves it; left out where it is shown in the page. */
  saveAs?: string
  /** How long browsers may keep it; not at all unless said. */
  maxAgeSeconds?: number
  /** Removed when it has been sent, or when the caller has gone away. */
  temporary?: boolean
}

/** A file as the answer of a call that its contract declares with `answers: 'file'`. */
export class FileAnswer {
  readonly options: FileOptions

  constructor(options: FileOptions) {
    this.options = options
  }

  send(reply: FastifyReply): FastifyReply {
    const { path, size, contentType, saveAs, maxAgeSeconds, temporary } = this.options
    const stream = createReadStream(path)
    if (temporary) stream.once('close', () => void rm(path, { force: true }).catch(() => undefined))
    reply.header('content-type', contentType).header('content-length', size)
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
