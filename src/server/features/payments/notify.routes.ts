import type { FastifyInstance } from 'fastify'
import { sendNotFound } from '#server/core/http/answer.ts'
import type { Deps } from '#server/core/slice.ts'
import { findProvider } from '#server/features/payments/providers/payment-providers.service.ts'
import { notifyPath } from '#server/features/payments/providers/provider-settings.calc.ts'
import { ProviderName } from '#shared/features/payments/payments.schema.ts'
import { takeNotification } from './notifications.service.ts'

/** Notifications are short; longer bodies are rejected. */
const MAX_BODY_BYTES = 65_536
const MAX_ORG_CODE_LENGTH = 64

interface NotifyParams {
  provider: string
  orgCode: string
}

/**
 * Mounts the notification calls of providers. They do not use the API envelope: the raw body is signed, and the response is defined by the
 * provider.
 */
export async function notifyRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: MAX_BODY_BYTES }, (_request, body, done) =>
      done(null, body),
    )
    scope.post<{ Params: NotifyParams }>(`/api${notifyPath(':provider', ':orgCode')}`, async (request, reply) => {
      const parsedName = ProviderName.safeParse(request.params.provider)
      const { orgCode } = request.params
      const body = typeof request.body === 'string' ? request.body : ''
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([key, value]) => [key, Array.isArray(value) ? value[0] : value]),
      )
      const isValid = parsedName.success && orgCode.length <= MAX_ORG_CODE_LENGTH
      const provider = isValid ? await findProvider(deps, { provider: parsedName.data, orgCode }) : null
      if (!parsedName.success || !provider) return sendNotFound(request, reply)
      const name = parsedName.data
      const isAuthentic = await takeNotification(deps, provider, { name, orgCode, headers, body })
      if (!isAuthentic) {
        request.log.warn({ provider: name, orgCode, ip: request.ip }, 'a payment notification with a wrong signature')
        return reply.code(401).type('text/plain').send('signature')
      }
      const { contentType, body: answer } = provider.notified
      return reply.type(contentType).send(answer)
    })
  })
}
