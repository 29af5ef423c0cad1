import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

type MailTrouble = (to: string) => 'later' | 'never' | 'lost' | undefined

const urlOf = (listening: { address(): AddressInfo | string | null }, scheme: string) =>
  `${scheme}://127.0.0.1:${(listening.address() as AddressInfo).port}`

/** The test's own mail server: stores received mail, unless the test wants it to fail. */
export async function startMailServer() {
  const mails: { to: string[]; text: string }[] = []
  const sockets = new Set<() => void>()
  let trouble: MailTrouble | undefined
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onRcptTo({ address }, _session, done) {
      const met = trouble?.(address)
      if (met === 'later') return done(Object.assign(new Error('try later'), { responseCode: 451 }))
      if (met === 'never') return done(Object.assign(new Error('no such mailbox'), { responseCode: 550 }))
      done()
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address)
        mails.push({ to, text: Buffer.concat(chunks).toString() })
        // The mail was accepted, but its sender never gets the answer.
        if (!to.some((address) => trouble?.(address) === 'lost')) return done()
        for (const end of sockets) end()
      })
    },
  })
  smtp.server.on('connection', (socket) => {
    const end = () => socket.destroy()
    sockets.add(end)
    socket.on('close', () => sockets.delete(end))
  })
  await new Promise<void>((resolve) => void smtp.listen(0, '127.0.0.1', resolve))
  return {
    url: urlOf(smtp.server, 'smtp'),
    mails,
    /** The result of mail to an address from now on; without an address, of all mail. */
    fails: (by?: MailTrouble): void => {
      trouble = by
    },
    close: () => new Promise<void>((resolve) => smtp.close(() => resolve())),
  }
}

type ProviderSays = (body: Record<string, string>) => number | Promise<number>

/** Answers of the providers for WeChat and SMS, which are one server here. */
export async function startMessageProvider() {
  const posts: { key: string; authorization: string; body: Record<string, string> }[] = []
  const usual: ProviderSays = ({ receiver }) => (receiver === 'openid-refused' ? 400 : 200)
  let answer = usual
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk) => {
      text += chunk
    })
    request.on('end', () => {
      const body = JSON.parse(text) as Record<string, string>
      const { 'idempotency-key': key = '', authorization = '' } = request.headers
      posts.push({ key: String(key), authorization, body })
      void Promise.resolve(answer(body)).then((status) => response.writeHead(status).end('noted'))
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    url: urlOf(server, 'http'),
    posts,
    /** The status of its answers from now on; without one, the usual. */
    says: (by: ProviderSays = usual): void => {
      answer = by
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
