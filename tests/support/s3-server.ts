import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export const S3_KEY = 'PITLANETESTKEY000001'
export const S3_SECRET = 'not/a+real secret of 40 characters, ok?='
export const S3_BUCKET = 'venue-files'
export const S3_REGION = 'cn-test-1'

const hmac = (key: Buffer | string, text: string): Buffer => createHmac('sha256', key).update(text).digest()
const sha256 = (content: Buffer | string): string => createHash('sha256').update(content).digest('hex')
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

interface Signed {
  method: string
  /** As sent, with the query. */
  url: string
  headers: Readonly<Record<string, string | string[] | undefined>>
}

/** The signature of a request by AWS Signature Version 4, as the documentation of S3 describes it. */
export function s3SignatureOf({ method, url, headers }: Signed, secret: string): string {
  const { scope, signedHeaders } = authorizationOf(headers.authorization)
  const [path = '', query = ''] = url.split('?')
  const parameters = [...new URLSearchParams(query)].map(([name, value]) => `${encoded(name)}=${encoded(value)}`).sort()
  const canonicalHeaders = signedHeaders
    .split(';')
    .map((name) => `${name}:${String(headers[name] ?? '').trim()}\n`)
    .join('')
  const canonicalPath = path.split('/').map((part) => encoded(decodeURIComponent(part)))
  const canonical = [
    method,
    canonicalPath.join('/'),
    parameters.join('&'),
    canonicalHeaders,
    signedHeaders,
    String(headers['x-amz-content-sha256']),
  ].join('\n')
  const toSign = ['AWS4-HMAC-SHA256', String(headers['x-amz-date']), scope, sha256(canonical)].join('\n')
  const signingKey = scope.split('/').reduce<Buffer | string>((key, part) => hmac(key, part), `AWS4${secret}`)
  return hmac(signingKey, toSign).toString('hex')
}

function authorizationOf(header: unknown) {
  const [, key = '', scope = '', signedHeaders = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      String(header),
    ) ?? []
  return { key, scope, signedHeaders, signature }
}

interface Stored {
  content: Buffer
  at: Date
}

/**
 * A stand-in for an S3 server with one bucket, addressed by path. It checks signatures, their date, and that the body is the signed one, and
 * answers with the error codes of the documentation.
 */
export async function s3Server() {
  const objects = new Map<string, Stored>()
  const state = {
    objects,
    /** The requests by method and path. */
    calls: [] as string[],
    /** How the next requests fail: an HTTP status, `silent` without any answer, `lost`: done, but the answer does not arrive, or not: `ok`. */
    failures: [] as (number | 'silent' | 'lost' | 'ok')[],
    /** The longest page of a list. */
    pageSize: 1000,
  }

  const reasonToRefuse = (request: IncomingMessage, body: Buffer): string | null => {
    const { method = '', url = '', headers } = request
    const { key, scope, signedHeaders, signature } = authorizationOf(headers.authorization)
    if (key !== S3_KEY) return 'InvalidAccessKeyId'
    const date = String(headers['x-amz-date'])
    if (scope !== `${date.slice(0, 8)}/${S3_REGION}/s3/aws4_request`) return 'AuthorizationHeaderMalformed'
    const sent = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
    if (!(Math.abs(Date.now() - sent) < 15 * 60_000)) return 'RequestTimeTooSkewed'
    const mustSign = ['host', ...Object.keys(headers).filter((name) => name.startsWith('x-amz-'))]
    if (!mustSign.every((name) => signedHeaders.split(';').includes(name))) return 'AccessDenied'
    const wanted = s3SignatureOf({ method, url, headers }, S3_SECRET)
    if (!timingSafeEqual(Buffer.from(wanted), Buffer.from(signature))) return 'SignatureDoesNotMatch'
    if (sha256(body) !== headers['x-amz-content-sha256']) return 'XAmzContentSHA256Mismatch'
    return null
  }

  const listed = (query: URLSearchParams): string => {
    const prefix = query.get('prefix') ?? ''
    const after = Buffer.from(query.get('continuation-token') ?? '', 'base64').toString()
    const most = Math.min(Number(query.get('max-keys') ?? 1000), state.pageSize)
    const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort()
    const page = keys.slice(0, most)
    const contents = page.map((key) => {
      const { content, at } = objects.get(key) as Stored
      return `<Contents><Key>${escaped(key)}</Key><LastModified>${at.toISOString()}</LastModified><ETag>&quot;x&quot;</ETag><Size>${content.length}</Size></Contents>`
    })
    const isCut = page.length < keys.length
    const next = Buffer.from(page.at(-1) ?? '').toString('base64')
    return `<?xml version="1.0" encoding="UTF-8"?>
<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>${S3_BUCKET}</Name><Prefix>${escaped(prefix)}</Prefix><IsTruncated>${isCut}</IsTruncated>${contents.join('')}${isCut ? `<NextContinuationToken>${next}</NextContinuationToken>` : ''}</ListBucketResult>`
  }

  const server = createServer(async (request, response) => {
    const { method = '', url = '' } = request
    state.calls.push(`${method} ${url}`)
    const failure = state.failures.shift()
    if (failure === 'silent') return
    const refuse = (status: number, code: string) =>
      response
        .writeHead(status, { 'content-type': 'application/xml' })
        .end(
          method === 'HEAD'
            ? undefined
            : `<?xml version="1.0"?><Error><Code>${code}</Code><Message>said</Message></Error>`,
        )
    const body = await buffer(request).catch(() => null)
    if (!body) return
    if (typeof failure === 'number') return refuse(failure, 'SlowDown')
    const reason = reasonToRefuse(request, body)
    if (reason !== null) return refuse(reason === 'XAmzContentSHA256Mismatch' ? 400 : 403, reason)
    const { pathname, searchParams } = new URL(url, 'http://s3')
    const [, bucket = '', ...parts] = pathname.split('/').map(decodeURIComponent)
    if (bucket !== S3_BUCKET) return refuse(404, 'NoSuchBucket')
    const key = parts.join('/')
    // AWS refuses bodies without a stated length.
    if (method === 'PUT' && request.headers['content-length'] === undefined) return refuse(411, 'MissingContentLength')
    if (method === 'PUT') objects.set(key, { content: body, at: new Date() })
    if (method === 'DELETE') objects.delete(key)
    if (failure === 'lost') return request.socket.destroy()
    if (method === 'PUT') return response.writeHead(200, { etag: '"x"' }).end()
    if (method === 'DELETE') return response.writeHead(204).end()
    if (key === '') return response.writeHead(200, { 'content-type': 'application/xml' }).end(listed(searchParams))
    const stored = objects.get(key)
    if (!stored) return refuse(404, 'NoSuchKey')
    const { content, at } = stored
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
    const part = first === undefined ? content : content.subarray(Number(first), Number(last) + 1)
    response.writeHead(first === undefined ? 200 : 206, {
      'content-length': part.length,
      'last-modified': at.toUTCString(),
      etag: '"x"',
    })
    response.end(method === 'HEAD' ? undefined : part)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const endpoint = `http://127.0.0.1:${port}`
  return {
    state,
    /** The settings of a copy of our server that keeps its files here. */
    filesS3: {
      bucket: S3_BUCKET,
      prefix: 'pitlane/',
      endpoint: new URL(endpoint),
      region: S3_REGION,
      bucketInHost: false,
      key: S3_KEY,
      secret: S3_SECRET,
    },
    close: async () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
