import { join, resolve } from 'node:path'
import { z } from 'zod'
import { readS3Address, type S3Address } from './core/files/s3-address.ts'
import { readNetwork } from './core/net/target-address.ts'

const WEAK = /^(.)\1*$|^(password|admin|administrator|pitlane(-demo)?|12345678\d*|qwertyui\w*|letmein\w*)$/i

const flag = z
  .enum(['0', '1', 'false', 'true', ''], 'must be 0 or 1')
  .default('0')
  .transform((value) => value === '1' || value === 'true')

const port = z.coerce.number('must be a number').int('must be a whole number').min(0).max(65_535)

const sockets = z.coerce.number('must be a number').int('must be a whole number').min(1).max(100_000)

const megabytes = z.coerce.number('must be a number').int('must be a whole number').min(1).max(1_000_000)

const secretsKey = z
  .string()
  .transform((value) => Buffer.from(value.trim(), 'base64'))
  .refine((key) => key.length === 32, 'must be 32 bytes in base64, such as `openssl rand -base64 32` prints')

const postgresUrl = z
  .string()
  .refine(
    (value) => /^postgres(ql)?:\/\/.+/.test(value) && URL.canParse(value),
    'must look like postgres://user:password@host:5432/database',
  )

/** An address of a provider: TLS is required, which authenticates it, except for one on this computer. */
const ProviderUrl = z
  .url({ protocol: /^https?$/, error: 'must look like https://host/path' })
  .refine(
    (value) =>
      URL.parse(value)?.protocol === 'https:' ||
      /^(127(\.\d+){3}|localhost|\[::1\])$/.test(URL.parse(value)?.hostname ?? ''),
    'must begin with https://',
  )

const s3Address = z
  .string()
  .transform((value) => readS3Address(value.trim()))
  .refine((address) => address !== undefined, 'must look like s3://bucket/prefix?endpoint=https://host&region=name')

const settings = z.object({
  /** 0 uses any free port. */
  PORT: port.default(8080),
  HOST: z.string().min(1).default('127.0.0.1'),
  /** Address of PostgreSQL 15 or newer as the owner of the database, not through a pooler; none: an embedded one. */
  DATABASE_URL: postgresUrl.optional(),
  /**
   * Address that the server itself uses, if it differs: through PgBouncer, or as a role that an administrator created. Without a
   * password in it, the server's own account is used.
   */
  DATABASE_APP_URL: postgresUrl.optional(),
  /** Address for LISTEN, not through a pooler in transaction mode; none: that of DATABASE_URL, with the server's own account. */
  DATABASE_LISTEN_URL: postgresUrl.optional(),
  /**
   * Address of a standby for lists, reports and exports, without an account: the server's own is used, which row-level security applies
   * to. None: the primary answers them.
   */
  DATABASE_REPLICA_URL: postgresUrl
    .refine((value) => !URL.parse(value)?.username, "must have no account: the server's own is used")
    .optional(),
  /** How old a report may be that the standby answers. */
  PITLANE_REPLICA_SECONDS: z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(0)
    .max(600)
    .default(10),
  /** The pooler passes on named prepared statements: PgBouncer 1.21 or newer with `max_prepared_statements`. */
  PITLANE_POOLER_PREPARES: flag,
  PITLANE_DATABASE_CONNECTIONS: z.coerce.number('must be a number').int().min(2).max(500).default(16),
  PITLANE_LIST_CONNECTIONS: z.coerce.number('must be a number').int().min(2).max(200).default(6),
  PITLANE_LIST_SECONDS: z.coerce.number('must be a number').int().min(1).max(60).default(5),
  PITLANE_SOCKETS_PER_ADDRESS: sockets.default(500),
  PITLANE_SOCKETS_PER_USER: sockets.default(100),
  PITLANE_UPLOAD_MB_PER_PERSON: megabytes.default(500),
  PITLANE_UPLOAD_MB_PER_STORE: megabytes.default(5000),
  PITLANE_PHOTO_MB_PER_STORE: megabytes.default(1000),
  PITLANE_DATA_DIR: z.string().min(1).default('./.data'),
  /** The bucket of uploaded files, and its key; none: the data folder. */
  PITLANE_FILES_URL: s3Address.optional(),
  PITLANE_FILES_KEY: z.string().min(1).max(200).optional(),
  PITLANE_FILES_SECRET: z.string().min(1).max(200).optional(),
  /** How long a copy serves on after a stop signal, while it reports that it is not ready. */
  PITLANE_DRAIN_SECONDS: z.coerce.number('must be a number').int('must be a whole number').min(0).max(300).default(0),
  /** Folder of the backups; none: below the data folder. */
  PITLANE_BACKUP_DIR: z.string().min(1).optional(),
  /** The bucket that backups are sent to, and its key; none: they stay in the folder. */
  PITLANE_BACKUP_URL: s3Address.optional(),
  PITLANE_BACKUP_ACCESS_KEY: z.string().min(1).max(200).optional(),
  PITLANE_BACKUP_ACCESS_SECRET: z.string().min(1).max(200).optional(),
  /** Encrypts backups: a key of age. The public key is enough to write them. */
  PITLANE_BACKUP_KEY: z
    .string()
    .transform((value) => value.trim())
    .refine(
      (value) => /^(age1[a-z0-9]{58}|AGE-SECRET-KEY-1[A-Z0-9]{58})$/.test(value),
      'must be a key of age, AGE-SECRET-KEY-1… or age1…, such as `npm run backup -- --new-key` prints',
    )
    .optional(),
  /** Folder of the terminal's releases, each in a folder named by its number; none: below the data folder. */
  PITLANE_TERMINAL_RELEASES_DIR: z.string().min(1).optional(),
  PITLANE_DEMO: flag,
  /** Seals identity numbers; none: a file in the data folder, which the first start creates. All copies of the server share it. */
  PITLANE_SECRETS_KEY: secretsKey.optional(),
  PITLANE_ADMIN_PASSWORD: z
    .string()
    .min(10, 'must have at least 10 characters')
    .max(128)
    .refine((value) => !WEAK.test(value) && new Set(value).size >= 5, 'is too easy to guess')
    .optional(),
  PITLANE_LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  /** Serves /metrics to every client, not only to this machine. */
  PITLANE_METRICS_PUBLIC: flag,
  /** Whether webhooks may be sent to private networks, and by plain HTTP. */
  PITLANE_WEBHOOKS_PRIVATE: flag,
  /** Addresses of proxies whose X-Forwarded-For is trusted, separated by commas. */
  PITLANE_TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform((value) =>
      value
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean),
    ),
  /** Networks or addresses besides the public internet that addresses typed by users may lead to, separated by commas. */
  PITLANE_ALLOWED_NETWORKS: z
    .string()
    .default('')
    .transform((value) =>
      value
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean),
    )
    .refine(
      (networks) => networks.every((network) => readNetwork(network)),
      'must be networks such as 10.1.0.0/16, separated by commas',
    ),
  PITLANE_WEB_DIR: z.string().min(1).default('./dist/web'),
  PITLANE_MEMBER_DIR: z.string().min(1).default('./dist/member'),
  PITLANE_GUIDE_DIR: z.string().min(1).default('./dist/guide'),
  /** 0: this copy of the server answers calls but runs no background jobs; at least one copy must run them. */
  PITLANE_JOBS: z
    .enum(['0', '1', 'false', 'true'], 'must be 0 or 1')
    .default('1')
    .transform((value) => value === '1' || value === 'true'),
  /** The mail server, such as smtps://user:password@host:465; none: no email is sent. */
  PITLANE_SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must look like smtps://user:password@host:465' }).optional(),
  /** Sender of emails, such as Pitlane <no-reply@example.com>. */
  PITLANE_MAIL_FROM: z
    .string()
    .regex(/^([^<>]+<)?[^\s<>@]+@[^\s<>@]+>?$/, 'must look like Name <name@host>')
    .default('Pitlane <no-reply@localhost>'),
  /** The SMS provider, which receives texts as JSON by POST, and its token; none: they stay in the outbox. */
  PITLANE_SMS_URL: z.url({ protocol: /^https?$/, error: 'must look like https://host/path' }).optional(),
  PITLANE_SMS_TOKEN: z.string().max(500).optional(),
  /** The service that forwards WeChat messages, which it receives as JSON by POST, and its token. */
  PITLANE_WECHAT_URL: z.url({ protocol: /^https?$/, error: 'must look like https://host/path' }).optional(),
  PITLANE_WECHAT_TOKEN: z.string().max(500).optional(),
  /** Public address of this server, for notifications of payment providers; none: it only polls them. */
  PITLANE_PUBLIC_URL: z.url({ protocol: /^https?$/, error: 'must look like https://our-host' }).optional(),
  /** The MQTT broker of the vehicles: `off`, or its address; none: the built-in one. */
  PITLANE_MQTT_URL: z
    .union(
      [z.literal('off'), z.url({ protocol: /^(mqtts?|wss?)$/ })],
      'must be off, or look like mqtts://user:password@host:8883',
    )
    .optional(),
  /** Port of the built-in broker, and its host; none: 1883, or any free port if another server of this machine uses that. */
  PITLANE_MQTT_PORT: port.optional(),
  PITLANE_MQTT_HOST: z.string().min(1).optional(),
  /** Files of its certificate and key; none: plain MQTT. With an external broker: the client certificate and key. */
  PITLANE_MQTT_CERT: z.string().min(1).optional(),
  PITLANE_MQTT_KEY: z.string().min(1).optional(),
  /** File of the CA certificate of an external broker, if no public authority has signed its certificate. */
  PITLANE_MQTT_CA: z.string().min(1).optional(),
  /** Port for boxes that send frames over plain TCP; none: not served. */
  PITLANE_FRAMES_PORT: port.optional(),
  /** Addresses of the payment providers. */
  PITLANE_WECHAT_PAY_URL: ProviderUrl.default('https://api.mch.weixin.qq.com/'),
  PITLANE_ALIPAY_URL: ProviderUrl.default('https://openapi.alipay.com/gateway.do'),
  /** Addresses of WeChat for public accounts and mini-apps: its calls, and its authorization page for browsers. */
  PITLANE_WECHAT_API_URL: ProviderUrl.default('https://api.weixin.qq.com/'),
  PITLANE_WECHAT_OPEN_URL: ProviderUrl.default('https://open.weixin.qq.com/'),
  PITLANE_ALIYUN_SMS_URL: ProviderUrl.default('https://dysmsapi.aliyuncs.com/'),
  PITLANE_TENCENT_SMS_URL: ProviderUrl.default('https://sms.tencentcloudapi.com/'),
  /** The CAS server of single sign-on, and our service address that its tickets are issued for. */
  PITLANE_CAS_URL: z.url({ protocol: /^https?$/, error: 'must look like https://host/cas' }).optional(),
  PITLANE_CAS_SERVICE: z.url({ protocol: /^https?$/, error: 'must look like https://our-host/' }).optional(),
})

export type MqttConfig =
  | { kind: 'off' }
  | {
      kind: 'broker'
      url: string
      tls: { ca?: string | undefined; cert?: string | undefined; key?: string | undefined }
    }
  | { kind: 'embedded'; host: string; port: number | undefined; tls: { cert: string; key: string } | undefined }

/** A bucket with the key that opens it. */
export type S3Access = S3Address & { key: string; secret: string }

export interface Config {
  port: number
  host: string
  databaseUrl: string | undefined
  databaseAppUrl: string | undefined
  databaseListenUrl: string | undefined
  databaseReplicaUrl: string | undefined
  replicaSeconds: number
  poolerPrepares: boolean
  databaseConnections: number
  /** Further connections, for lists, exports and imports. */
  listConnections: number
  listSeconds: number
  socketsPerAddress: number
  socketsPerUser: number
  /** Total size limit of the uploads of one user, and of one store. */
  uploadMegabytesPerPerson: number
  uploadMegabytesPerStore: number
  /** Total size limit of the photographs of racers of one store, besides its uploads. */
  photoMegabytesPerStore: number
  dataDir: string
  /** The bucket of uploaded files; undefined if they are in the data folder. */
  filesS3: S3Access | undefined
  /** How long it serves on after a stop signal, so that a proxy sends calls elsewhere. */
  drainSeconds: number
  backupDir: string
  /** The bucket that backups are sent to; undefined if they stay in the folder. */
  backupS3: S3Access | undefined
  /** Undefined if backups are not encrypted. */
  backupKey: string | undefined
  demo: boolean
  /** Undefined if the key is in a file in the data folder. */
  secretsKey: Buffer | undefined
  adminPassword: string | undefined
  logLevel: string
  metricsPublic: boolean
  /** Webhooks may be sent to private networks and by plain HTTP. */
  webhooksPrivate: boolean
  trustedProxies: string[]
  /** Networks besides the public internet that addresses typed by users may lead to. */
  allowedNetworks: string[]
  /** Folder of the built web admin; not served if it does not exist. */
  webDir: string
  /** Folder of the built member page; not served if it does not exist. */
  memberDir: string
  /** Folder of the built guide; not served if it does not exist. */
  guideDir: string
  /** Folder of the terminal's releases; it need not exist. */
  terminalReleasesDir: string
  /** Whether this copy runs background jobs. */
  jobs: boolean
  /** Undefined if no email can be sent. */
  smtpUrl: string | undefined
  mailFrom: string
  /** Undefined if text messages stay in the outbox. */
  smsUrl: string | undefined
  smsToken: string | undefined
  /** Undefined if no WeChat message can be sent. */
  wechatUrl: string | undefined
  wechatToken: string | undefined
  /** Without a trailing slash; empty if payment providers cannot send notifications. */
  publicUrl: string
  /** How the server connects to boxes in vehicles. */
  mqtt: MqttConfig
  framesPort: number | undefined
  wechatPayUrl: string
  alipayUrl: string
  wechatApiUrl: string
  wechatOpenUrl: string
  aliyunSmsUrl: string
  tencentSmsUrl: string
  /** Single sign-on; undefined if no CAS server is set. */
  cas: { url: string; service: string } | undefined
}

function mqttOf(values: z.infer<typeof settings>): MqttConfig {
  const { PITLANE_MQTT_URL: url, PITLANE_MQTT_CERT: cert, PITLANE_MQTT_KEY: key, PITLANE_MQTT_CA: ca } = values
  if (url === 'off') return { kind: 'off' }
  if (url !== undefined) return { kind: 'broker', url, tls: { ca, cert, key } }
  const tls = cert !== undefined && key !== undefined ? { cert, key } : undefined
  return { kind: 'embedded', host: values.PITLANE_MQTT_HOST ?? values.HOST, port: values.PITLANE_MQTT_PORT, tls }
}

const accessOf = (
  address: S3Address | undefined,
  key: string | undefined,
  secret: string | undefined,
): S3Access | undefined =>
  address && key !== undefined && secret !== undefined ? { ...address, key, secret } : undefined

/** Whether one of two places in buckets contains the other: a backup of files would contain earlier backups. */
const overlap = (one: S3Address, other: S3Address): boolean =>
  one.endpoint.host === other.endpoint.host &&
  one.bucket === other.bucket &&
  (one.prefix.startsWith(other.prefix) || other.prefix.startsWith(one.prefix))

/** What is wrong with the buckets. */
function bucketProblems(given: NodeJS.ProcessEnv): string[] {
  const problems: string[] = []
  const groups = [
    ['PITLANE_FILES_URL', 'PITLANE_FILES_KEY', 'PITLANE_FILES_SECRET'],
    ['PITLANE_BACKUP_URL', 'PITLANE_BACKUP_ACCESS_KEY', 'PITLANE_BACKUP_ACCESS_SECRET'],
  ]
  for (const names of groups)
    if (names.filter((name) => given[name]).length % names.length !== 0)
      problems.push(`${names.slice(0, -1).join(', ')} and ${names.at(-1)} need each other`)
  if (given.PITLANE_BACKUP_URL && !given.PITLANE_BACKUP_KEY)
    problems.push('PITLANE_BACKUP_URL needs PITLANE_BACKUP_KEY: a backup that leaves this computer is encrypted')
  const [files, backups] = [given.PITLANE_FILES_URL, given.PITLANE_BACKUP_URL].map((url) => readS3Address(url ?? ''))
  if (files && backups && overlap(files, backups))
    problems.push('PITLANE_BACKUP_URL and PITLANE_FILES_URL need buckets or prefixes of their own')
  return problems
}

/** All problems of the settings, one line each. */
export class ConfigError extends Error {
  constructor(problems: string[]) {
    super(`Pitlane cannot start because of its settings:\n${problems.map((line) => `  - ${line}`).join('\n')}`)
    this.name = 'ConfigError'
  }
}

/** The password of the server's role is derived from the owner's. So a missing one is reported before the tables are changed. */
const lacksPassword = ({ DATABASE_URL, DATABASE_APP_URL = '' }: z.infer<typeof settings>): boolean =>
  !URL.parse(DATABASE_APP_URL)?.password && DATABASE_URL !== undefined && URL.parse(DATABASE_URL)?.password === ''

/** Reads the settings from the environment. Throws a `ConfigError` that lists all problems. */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  // Shells and compose files pass unset variables as empty ones.
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = settings.safeParse(given)
  const problems = parsed.success ? [] : parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`)
  for (const name of ['DATABASE_APP_URL', 'DATABASE_LISTEN_URL', 'DATABASE_REPLICA_URL'])
    if (given[name] && !given.DATABASE_URL) problems.push(`${name} needs DATABASE_URL beside it`)
  if (parsed.success && lacksPassword(parsed.data))
    problems.push('DATABASE_URL needs a password, or DATABASE_APP_URL beside it, with one')
  if (!given.PITLANE_CAS_URL !== !given.PITLANE_CAS_SERVICE)
    problems.push('PITLANE_CAS_URL and PITLANE_CAS_SERVICE need each other')
  if (!given.PITLANE_MQTT_CERT !== !given.PITLANE_MQTT_KEY)
    problems.push('PITLANE_MQTT_CERT and PITLANE_MQTT_KEY need each other')
  problems.push(...bucketProblems(given))
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems)
  const values = parsed.data
  return {
    port: values.PORT,
    host: values.HOST,
    databaseUrl: values.DATABASE_URL,
    databaseAppUrl: values.DATABASE_APP_URL,
    databaseListenUrl: values.DATABASE_LISTEN_URL,
    databaseReplicaUrl: values.DATABASE_REPLICA_URL,
    replicaSeconds: values.PITLANE_REPLICA_SECONDS,
    poolerPrepares: values.PITLANE_POOLER_PREPARES,
    databaseConnections: values.PITLANE_DATABASE_CONNECTIONS,
    listConnections: values.PITLANE_LIST_CONNECTIONS,
    listSeconds: values.PITLANE_LIST_SECONDS,
    socketsPerAddress: values.PITLANE_SOCKETS_PER_ADDRESS,
    socketsPerUser: values.PITLANE_SOCKETS_PER_USER,
    uploadMegabytesPerPerson: values.PITLANE_UPLOAD_MB_PER_PERSON,
    uploadMegabytesPerStore: values.PITLANE_UPLOAD_MB_PER_STORE,
    photoMegabytesPerStore: values.PITLANE_PHOTO_MB_PER_STORE,
    dataDir: resolve(values.PITLANE_DATA_DIR),
    filesS3: accessOf(values.PITLANE_FILES_URL, values.PITLANE_FILES_KEY, values.PITLANE_FILES_SECRET),
    backupS3: accessOf(
      values.PITLANE_BACKUP_URL,
      values.PITLANE_BACKUP_ACCESS_KEY,
      values.PITLANE_BACKUP_ACCESS_SECRET,
    ),
    backupDir: resolve(values.PITLANE_BACKUP_DIR ?? join(values.PITLANE_DATA_DIR, 'backups')),
    drainSeconds: values.PITLANE_DRAIN_SECONDS,
    backupKey: values.PITLANE_BACKUP_KEY,
    demo: values.PITLANE_DEMO,
    secretsKey: values.PITLANE_SECRETS_KEY,
    adminPassword: values.PITLANE_ADMIN_PASSWORD,
    logLevel: values.PITLANE_LOG_LEVEL,
    metricsPublic: values.PITLANE_METRICS_PUBLIC,
    webhooksPrivate: values.PITLANE_WEBHOOKS_PRIVATE,
    trustedProxies: values.PITLANE_TRUSTED_PROXIES,
    allowedNetworks: values.PITLANE_ALLOWED_NETWORKS,
    webDir: resolve(values.PITLANE_WEB_DIR),
    memberDir: resolve(values.PITLANE_MEMBER_DIR),
    guideDir: resolve(values.PITLANE_GUIDE_DIR),
    terminalReleasesDir: resolve(
      values.PITLANE_TERMINAL_RELEASES_DIR ?? join(values.PITLANE_DATA_DIR, 'terminal-releases'),
    ),
    jobs: values.PITLANE_JOBS,
    smtpUrl: values.PITLANE_SMTP_URL,
    mailFrom: values.PITLANE_MAIL_FROM,
    smsUrl: values.PITLANE_SMS_URL,
    smsToken: values.PITLANE_SMS_TOKEN,
    wechatUrl: values.PITLANE_WECHAT_URL,
    wechatToken: values.PITLANE_WECHAT_TOKEN,
    publicUrl: values.PITLANE_PUBLIC_URL?.replace(/\/+$/, '') ?? '',
    mqtt: mqttOf(values),
    framesPort: values.PITLANE_FRAMES_PORT,
    wechatPayUrl: values.PITLANE_WECHAT_PAY_URL,
    alipayUrl: values.PITLANE_ALIPAY_URL,
    wechatApiUrl: values.PITLANE_WECHAT_API_URL,
    wechatOpenUrl: values.PITLANE_WECHAT_OPEN_URL,
    aliyunSmsUrl: values.PITLANE_ALIYUN_SMS_URL,
    tencentSmsUrl: values.PITLANE_TENCENT_SMS_URL,
    cas:
      values.PITLANE_CAS_URL && values.PITLANE_CAS_SERVICE
        ? { url: values.PITLANE_CAS_URL, service: values.PITLANE_CAS_SERVICE }
        : undefined,
  }
}
