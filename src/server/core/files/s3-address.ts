/** A bucket of an S3 server, and the beginning of all paths in it. */
export interface S3Address {
  bucket: string
  /** Empty, or with a slash at its end. */
  prefix: string
  endpoint: URL
  region: string
  /** Whether the bucket is a part of the host's name, as Alibaba Cloud and Tencent Cloud need it, and not of the path. */
  bucketInHost: boolean
}

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
const PREFIX = /^(\/[A-Za-z0-9._-]+)*\/?$/
const REGION = /^[a-z0-9-]{1,64}$/
const DEFAULT_REGION = 'us-east-1'
const OPTIONS = ['endpoint', 'region', 'style']

/** Reads `s3://bucket/prefix?endpoint=https://host&region=…&style=host`; undefined if it is none. */
export function readS3Address(text: string): S3Address | undefined {
  const url = URL.parse(text)
  if (url?.protocol !== 's3:' || url.username || url.password || url.port || url.hash) return
  const options = url.searchParams
  const region = options.get('region') ?? DEFAULT_REGION
  const style = options.get('style') ?? 'path'
  const endpoint = URL.parse(options.get('endpoint') ?? `https://s3.${region}.amazonaws.com`)
  if ([...options.keys()].some((name) => !OPTIONS.includes(name)) || !['path', 'host'].includes(style)) return
  if (!BUCKET.test(url.hostname) || !PREFIX.test(url.pathname)) return
  if (!REGION.test(region) || !endpoint || !/^https?:$/.test(endpoint.protocol)) return
  if (endpoint.pathname !== '/' || endpoint.search || endpoint.username || endpoint.password) return
  const path = url.pathname.replace(/^\/|\/$/g, '')
  return {
    bucket: url.hostname,
    prefix: path === '' ? '' : `${path}/`,
    endpoint,
    region,
    bucketInHost: style === 'host',
  }
}
