import type { FastifyReply, FastifyRequest } from 'fastify'
import { TOKEN_INVALID } from '#shared/core/client.ts'
import { AppError, errorStatus } from '#shared/core/errors.ts'
import { localeOf, text } from '#shared/i18n/catalogue.ts'
import { fieldLabel } from '#shared/i18n/fields.ts'
import { toAppError } from './database-errors.ts'

const JSON_TYPE = 'application/json; charset=utf-8'

/** Sends a success in the API family's envelope; `asOf` is the time of data that may be old. All answers are serialized here. */
export function sendResult(
  reply: FastifyReply,
  code: number,
  message: string,
  result: unknown,
  asOf?: Date,
): FastifyReply {
  const dated = asOf ? { asOf: asOf.getTime() } : {}
  const envelope = JSON.stringify({ success: true, message, code, result, timestamp: Date.now(), ...dated })
  return reply.header('content-type', JSON_TYPE).send(envelope)
}

/** Sends a result without the envelope, as the family's monitors read it. */
export const sendBare = (reply: FastifyReply, result: unknown): FastifyReply =>
  reply.header('content-type', JSON_TYPE).send(JSON.stringify(result))

/** The path without its query, which may hold a phone or a card number. */
export const pathOf = (request: FastifyRequest): string => request.url.split('?', 1)[0] ?? ''

/** The body that the family's servers send outside the envelope (`api-family 1.2`, `1.3`). */
const plainBody = (request: FastifyRequest, status: number, error: string, message: string) => ({
  timestamp: new Date().toISOString(),
  status,
  error,
  message,
  // The path as requested: clients of the API family use a base path of their own.
  path: request.originalUrl.split('?', 1)[0] ?? '',
})

export function sendNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const message = text(localeOf(request.headers['accept-language']), 'error.common.notFound')
  return reply.code(404).send(plainBody(request, 404, 'Not Found', message))
}

/** Errors that Fastify raises before a handler runs: body too large, invalid JSON, unknown content type. */
const refusedStatus = (error: unknown): number => {
  const status = (error as { statusCode?: unknown }).statusCode
  return typeof status === 'number' && status >= 400 && status < 500 ? status : 0
}

/** Answers a failure: an expected error with its code, any other error as a bug with the request's id. */
export function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const locale = localeOf(request.headers['accept-language'])
  const refused = error instanceof AppError ? 0 : refusedStatus(error)
  const known =
    refused > 0 ? new AppError('common.invalidInput', { field: 'body', reason: String(refused) }) : toAppError(error)
  if (!known) request.log.error({ err: error }, 'unexpected error while answering a request')
  else if (known.code === 'common.unavailable') request.log.warn({ err: error }, 'the database did not answer')
  const failure = known ?? new AppError('common.internal', { requestId: request.id })
  const status = errorStatus(failure.code)
  if (failure.code === 'auth.tokenInvalid') {
    // Not localized: the family's clients compare it exactly.
    return reply.code(500).send(plainBody(request, 500, 'Internal Server Error', TOKEN_INVALID))
  }
  const { field } = failure.details
  // A form finds its field by the wire name; the message shows the label of the screen.
  const shown = field
    ? { ...failure.details, field: fieldLabel(locale, request.routeOptions.config.named ?? {}, field) }
    : failure.details
  return reply
    .code(refused || status.http)
    .header('content-type', JSON_TYPE)
    .send({
      success: false,
      message: text(locale, `error.${failure.code}`, shown),
      code: status.code,
      result: failure.result,
      timestamp: Date.now(),
      error: { code: failure.code, details: failure.details, requestId: request.id },
    })
}
