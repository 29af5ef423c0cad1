import type { FastifyInstance } from 'fastify'
import { sendNotFound } from '#server/core/answer.ts'
import type { Deps } from '#server/core/slice.ts'
import { ProviderName } from '#shared/features/payments/payments.schema.ts'
import { takeNotification } from './notifications.service.ts'
import { findProvider } from './payment-providers.service.ts'
import { notifyPath } from './provider-settings.calc.ts'

/** What providers send is short; anything longer is nobody's. */
const LONGEST = 65_536
const LONGEST_CODE = 64

interface Address {
  provider: string
  orgCode: string
}

/**
 * Where providers notify us. They are no clients of ours: what they send is read as it is, because the signature is of that, and
 * what they must hear is theirs to say.
 */
export async function notifyRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register(async (own) => {
    own.removeAllContentTypeParsers()
    own.addContentTypeParser('*', { parseAs: 'string', bodyLimit: LONGEST }, (_request, body, done) => done(null, body))
    own.post<{ Params: Address }>(`/api${notifyPath(':provider', ':orgCode')}`, async (request, reply) => {
      const name = ProviderName.safeParse(request.params.provider)
      const { orgCode } = request.params
      const body = typeof request.body === 'string' ? request.body : ''
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([key, value]) => [key, Array.isArray(value) ? value[0] : value]),
      )
      const isAddress = name.success && orgCode.length <= LONGEST_CODE
      const provider = isAddress ? await findProvider(deps, { provider: name.data, orgCode }) : null
      if (!name.success || !provider) return sendNotFound(request, reply)
      const isTheirs = await takeNotification(deps, provider, { name: name.data, orgCode, headers, body })
      if (!isTheirs) {
        request.log.warn(
          { provider: name.data, orgCode, ip: request.ip },
          'a payment notification with a wrong signature',
        )
        return reply.code(401).type('text/plain').send('signature')
      }
      const { contentType, body: answer } = provider.notified
      return reply.type(contentType).send(answer)
    })
  })
}
