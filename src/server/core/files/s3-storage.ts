import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, openAsBlob } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { setTimeout as delay } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import { SaxesParser } from 'saxes'
import type { Config } from '#server/config.ts'
import { AppError } from '#shared/core/errors.ts'
import { newId } from '#shared/core/id.ts'
import { isInside, requireInside, type Storage, StorageRefused, type StoredFile } from './storage.ts'

interface Options {
  /** Folder for files that are on their way. */
  temporary: string
  /** Called with the cause of each failure, for the log; users do not see it. */
  onTrouble?: (error: unknown) => void
  /** How long in ms the server may take to begin its answer. */
  answerMs?: number
}

interface Sent {
  path?: string
  query?: Record<string, string>
  headers?: Record<string, string>
  /** A file of this computer. */
  body?: { from: string; size: number; sha256: string }
}

const ANSWER_MS = 10_000
/** The slowest upload that is not given up, in bytes per ms. */
const SLOWEST_UPLOAD = 1000
const TRIES = 3
const RETRY_MS = 200
const EMPTY_SHA256 = createHash('sha256').digest('hex')
const MAX_ERROR_LENGTH = 16_384

/** What an S3 server says about a failure, such as `SignatureDoesNotMatch`. */
const reasonIn = (xml: string): string =>
  ['Code', 'Message'].flatMap((name) => new RegExp(`<${name}>([^<]{1,300})</${name}>`).exec(xml)?.[1] ?? []).join(': ')

class S3Failure extends Error {
  readonly status: number

  constructor(status: number, reason: string) {
    super(`the S3 server answered ${status}${reason ? ` (${reason})` : ''}`)
    this.name = 'S3Failure'
    this.status = status
  }
}

/**
 * Files in a bucket of an S3 server: one request each, signed with signature version 4. Uploads are repeated after a lost answer, which
 * changes nothing, because a path has one content.
 */
export function s3Storage(
  config: NonNullable<Config['filesS3']>,
  { temporary, onTrouble, answerMs = ANSWER_MS }: Options,
): Storage {
  const { bucket, prefix, endpoint, region, bucketInHost, key: accessKeyId, secret: secretAccessKey } = config
  const base = new URL(endpoint)
  if (bucketInHost) base.hostname = `${bucket}.${base.hostname}`
  const root = bucketInHost ? '/' : `/${bucket}/`
  const signingKeys = new Map<string, ArrayBuffer>()

  const urlOf = ({ path, query = {} }: Sent): string => {
    const url = new URL(base)
    const key = path === undefined ? '' : `${prefix}${path}`
    url.pathname = root + key.split('/').map(encodeURIComponent).join('/')
    url.search = new URLSearchParams(query).toString()
    return url.href
  }

  /** Sends one request. Throws `S3Failure` for every status but success and 404. */
  const sendOnce = async (method: string, sent: Sent): Promise<Response> => {
    const { body } = sent
    const hash = body?.sha256 ?? EMPTY_SHA256
    const headers = { ...sent.headers, 'x-amz-content-sha256': hash }
    const url = urlOf(sent)
    const signer = { method, url, headers, accessKeyId, secretAccessKey, service: 's3', region, cache: signingKeys }
    const signed = await new AwsV4Signer(signer).sign()
    // Not signed, because proxies change it; the length of a compressed answer would not be the file's.
    signed.headers.set('accept-encoding', 'identity')
    const patience = new AbortController()
    const limitMs = answerMs + (body ? body.size / SLOWEST_UPLOAD : 0)
    const timer = setTimeout(() => patience.abort(new Error(`no answer in ${Math.ceil(limitMs)} ms`)), limitMs)
    try {
      const response = await fetch(signed.url, {
        method,
        headers: signed.headers,
        signal: patience.signal,
        redirect: 'error',
        ...(body ? { body: await openAsBlob(body.from) } : {}),
      })
      if (response.ok || response.status === 404) return response
      const reason = method === 'HEAD' ? '' : reasonIn((await response.text()).slice(0, MAX_ERROR_LENGTH))
      throw new S3Failure(response.status, reason)
    } finally {
      clearTimeout(timer)
    }
  }

  /** Repeats a request that failed fast: a broken connection, or a busy server. */
  const attempt = async (method: string, sent: Sent): Promise<Response> => {
    const begun = performance.now()
    for (let tries = 1; ; tries++) {
      try {
        return await sendOnce(method, sent)
      } catch (error) {
        const isFinal = error instanceof S3Failure && error.status < 500 && error.status !== 429
        if (isFinal || tries === TRIES || performance.now() - begun > answerMs) throw error
        await delay(RETRY_MS * 2 ** tries * Math.random())
      }
    }
  }

  const send = async (method: string, sent: Sent): Promise<Response> => {
    if (sent.path !== undefined) requireInside(sent.path)
    try {
      return await attempt(method, sent)
    } catch (cause) {
      onTrouble?.(cause)
      throw Object.assign(new AppError('files.unavailable'), { cause })
    }
  }

  const noBucket = (): never => {
    const cause = new S3Failure(404, `no bucket ${bucket}`)
    onTrouble?.(cause)
    throw Object.assign(new AppError('files.unavailable'), { cause })
  }

  const upload = async (from: string, path: string): Promise<void> => {
    const sum = createHash('sha256')
    await pipeline(createReadStream(from), sum)
    const { size } = await stat(from)
    const { status, body } = await send('PUT', { path, body: { from, size, sha256: sum.digest('hex') } })
    await body?.cancel()
    if (status === 404) noBucket()
  }

  const page = async (folder: string, token: string | undefined, most = 1000) => {
    const query: Record<string, string> = {
      'list-type': '2',
      prefix: `${prefix}${folder}`,
      'max-keys': String(most),
      ...(token === undefined ? {} : { 'continuation-token': token }),
    }
    const response = await send('GET', { query })
    if (response.status === 404) noBucket()
    return readPage(await response.text())
  }

  return {
    async take(from, path) {
      await upload(from, path)
      await rm(from, { force: true })
    },
    async write(path, content) {
      await mkdir(temporary, { recursive: true })
      const from = join(temporary, newId())
      try {
        await pipeline(content, createWriteStream(from, { flags: 'wx' }))
        await upload(from, path)
      } finally {
        await rm(from, { force: true })
      }
    },
    async find(path) {
      const { status, headers } = await send('HEAD', { path })
      if (status === 404) return null
      const modifiedAt = new Date(headers.get('last-modified') ?? 0)
      return { path, size: Number(headers.get('content-length')), modifiedAt }
    },
    async open(path, range) {
      const part = range && { headers: { range: `bytes=${range.start}-${range.end}` } }
      const { status, body } = await send('GET', { path, ...part })
      if (status !== 404 && body) return Readable.fromWeb(body as ReadableStream)
      await body?.cancel()
      return status === 404 ? null : Readable.from([])
    },
    async remove(path) {
      const { body } = await send('DELETE', { path })
      await body?.cancel()
    },
    async *list(folder) {
      let token: string | undefined
      do {
        const { files, next } = await page(folder, token)
        for (const file of files) {
          const path = file.path.slice(prefix.length)
          if (isInside(path)) yield { ...file, path }
        }
        token = next
      } while (token !== undefined)
    },
    async check() {
      try {
        const response = await sendOnce('GET', { query: { 'list-type': '2', prefix, 'max-keys': '1' } })
        await response.body?.cancel()
        if (response.status === 404) throw new StorageRefused(`there is no bucket ${bucket} at ${base.origin}`)
      } catch (error) {
        if (error instanceof S3Failure && error.status < 500 && error.status !== 429)
          throw new StorageRefused(error.message)
        throw error
      }
    },
  }
}

/** One page of a bucket's list (ListObjectsV2). */
function readPage(xml: string): { files: StoredFile[]; next: string | undefined } {
  const files: StoredFile[] = []
  const values: Record<string, string> = {}
  let text = ''
  const parser = new SaxesParser()
  parser.on('opentag', () => {
    text = ''
  })
  parser.on('text', (part) => {
    text += part
  })
  parser.on('closetag', ({ name }) => {
    if (name === 'Contents') {
      const { Key: path = '', Size: size, LastModified: at = '' } = values
      files.push({ path, size: Number(size), modifiedAt: new Date(at) })
    } else values[name] = text
    text = ''
  })
  parser.write(xml).close()
  return { files, next: values.IsTruncated === 'true' ? values.NextContinuationToken : undefined }
}
