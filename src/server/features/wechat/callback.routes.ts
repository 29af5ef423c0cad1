import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendNotFound } from '#server/core/http/answer.ts'
import type { Deps } from '#server/core/slice.ts'
import { scopeOf } from '#server/db/database.ts'
import { WechatKind } from '#shared/features/wechat/wechat-accounts.schema.ts'
import { callbackPath } from './callback.calc.ts'
import {
  type CallbackAccount,
  callbackAccount,
  isSigned,
  readCallback,
  replyTo,
  takeEvent,
} from './callback.service.ts'

const MAX_BODY_BYTES = 65_536
const MAX_ORG_CODE_LENGTH = 64
const MAX_ECHO_LENGTH = 128
/** The answer that ends WeChat's repetitions. */
const RECEIVED = 'success'

interface CallbackRequest {
  Params: { kind: string; orgCode: string }
  Querystring: Record<string, unknown>
}

const textsOf = (query: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )

/**
 * Mounts the callbacks of public accounts. They do not use the API envelope: WeChat defines request and response.
 */
export async function callbackRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  const path = `/api${callbackPath(':kind', ':orgCode')}`

  /** The account of a signed callback; otherwise the request is answered. */
  async function authentic(
    request: FastifyRequest<CallbackRequest>,
    reply: FastifyReply,
  ): Promise<CallbackAccount | null> {
    const { kind, orgCode } = request.params
    const name = WechatKind.safeParse(kind)
    const account =
      name.success && orgCode.length <= MAX_ORG_CODE_LENGTH ? await callbackAccount(deps, orgCode, name.data) : null
    if (!account) {
      await sendNotFound(request, reply)
      return null
    }
    if (isSigned(deps, account, textsOf(request.query))) return account
    await refuse(request, reply)
    return null
  }

  async function refuse(request: FastifyRequest<CallbackRequest>, reply: FastifyReply): Promise<void> {
    const { kind, orgCode } = request.params
    request.log.warn({ kind, orgCode, ip: request.ip }, 'a WeChat callback with a wrong signature')
    await reply.code(401).type('text/plain').send('signature')
  }

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: MAX_BODY_BYTES }, (_request, body, done) =>
      done(null, body),
    )
    // WeChat asks once, when the address is registered.
    scope.get<CallbackRequest>(path, async (request, reply) => {
      const account = await authentic(request, reply)
      if (!account) return reply
      const { echostr = '' } = textsOf(request.query)
      return reply.type('text/plain; charset=utf-8').send(echostr.slice(0, MAX_ECHO_LENGTH))
    })
    scope.post<CallbackRequest>(path, async (request, reply) => {
      const account = await authentic(request, reply)
      if (!account) return reply
      const body = typeof request.body === 'string' ? request.body : ''
      const received = readCallback(account, { query: textsOf(request.query), body })
      if (!received) {
        await refuse(request, reply)
        return reply
      }
      const { event } = received
      const { row } = account
      const code = event
        ? await deps.db.scoped(scopeOf(row.orgCode), (trx) => takeEvent(deps, trx, row, { ...received, event }))
        : null
      const answer = code ? replyTo(account, received, code, deps.clock()) : null
      if (answer !== null) return reply.type('application/xml; charset=utf-8').send(answer)
      return reply.type('text/plain; charset=utf-8').send(RECEIVED)
    })
  })
}
