import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stopTopic } from '#shared/features/gateway/vehicle-protocol.schema.ts'
import { freePort } from './free-port.ts'
import { certify } from './pay-gateway/certificates.ts'

/** The server's own account at the broker. */
const SERVER = { name: 'pitlane', password: 'of-the-server' }

interface BrokerUser {
  id: string
  secret: string
  orgCode: string
}

export interface VenueBroker {
  port: number
  /** The server's address at the plain port, with its account. */
  url: string
  /** The same at the port with TLS. */
  secureUrl: string
  /** A file with its certificate. */
  ca: string
  /** Its log, over all its runs. */
  log(): string
  /** Starts with these boxes and without stored messages. */
  start(boxes?: readonly BrokerUser[]): Promise<void>
  /** Ends it like a power cut. */
  kill(): Promise<void>
  remove(): Promise<void>
}

/** The configuration that `docs/vehicle-protocol.md` requires of a venue's own broker. */
const rulesFor = (boxes: readonly BrokerUser[]): string =>
  [
    `user ${SERVER.name}`,
    'topic read pitlane/v1/+/+/#',
    'topic write pitlane/v1/#',
    ...boxes.flatMap(({ id, orgCode }) => [`user ${id}`, `topic read ${stopTopic(orgCode)}`]),
    'pattern readwrite pitlane/v1/+/%u/#',
  ].join('\n')

/** A real MQTT 5 broker (Mosquitto) as in a venue: with accounts, access rules, TLS by its own authority, and nothing on disk. */
export async function venueBroker(): Promise<VenueBroker> {
  const folder = mkdtempSync(join(tmpdir(), 'pitlane-broker-'))
  const file = (name: string, text: string): string => {
    writeFileSync(join(folder, name), `${text}\n`)
    return join(folder, name)
  }
  const [port, securePort] = [await freePort(), await freePort()]
  const own = certify('localhost', 0x10000001)
  const ca = file('ca.pem', own.certificate)
  const settings = file(
    'mosquitto.conf',
    `user root
allow_anonymous false
password_file ${join(folder, 'accounts')}
acl_file ${join(folder, 'rules')}
log_dest stderr
log_type all
max_queued_messages 0
set_tcp_nodelay true
listener ${port} 127.0.0.1
listener ${securePort} 127.0.0.1
cafile ${ca}
certfile ${ca}
keyfile ${file('key.pem', own.privateKey)}`,
  )
  let child: ChildProcess | null = null
  let output = ''
  const kill = async (): Promise<void> => {
    const running = child
    child = null
    if (!running || running.exitCode !== null) return
    const ended = once(running, 'exit')
    running.kill('SIGKILL')
    await ended
  }
  return {
    port,
    url: `mqtt://${SERVER.name}:${SERVER.password}@127.0.0.1:${port}`,
    secureUrl: `mqtts://${SERVER.name}:${SERVER.password}@localhost:${securePort}`,
    ca,
    log: () => output,
    async start(boxes = []) {
      const accounts = [{ id: SERVER.name, secret: SERVER.password }, ...boxes]
      const path = file('accounts', accounts.map(({ id, secret }) => `${id}:${secret}`).join('\n'))
      execFileSync('mosquitto_passwd', ['-U', path])
      file('rules', rulesFor(boxes))
      // Where Debian installs programs of administrators.
      const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` }
      const begun = spawn('mosquitto', ['-c', settings], { stdio: ['ignore', 'ignore', 'pipe'], env })
      child = begun
      await new Promise<void>((resolve, reject) => {
        begun.once('exit', () => reject(new Error(`the broker has ended:\n${output}`)))
        begun.stderr.setEncoding('utf8').on('data', (text: string) => {
          output += text
          if (text.includes(' running')) resolve()
        })
      })
    },
    kill,
    async remove() {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
