import type { TextKey } from '#shared/i18n/catalogue.ts'

/** Error codes of the product; each has a text `error.<code>` in both languages. */
export type ErrorCode = Extract<TextKey, `error.${string}`> extends `error.${infer C}` ? C : never

/** Values for the placeholders of an error text, and `field` where one field of the input is at fault. */
export type ErrorDetails = Record<string, unknown> & { field?: string }

/**
 * An expected failure with a code; any other thrown value is a bug.
 *
 * The text is looked up by code in the reader's language. Code must decide by `code`, never by the message.
 */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly details: ErrorDetails
  /** The envelope's `result`, which a few failures of the API family set. */
  readonly result: unknown

  constructor(code: ErrorCode, details: ErrorDetails = {}, result: unknown = null) {
    super(code)
    this.name = 'AppError'
    this.code = code
    this.details = details
    this.result = result
  }
}

/** The failure that a response describes, with the server's own text for display. */
export class ServerError extends AppError {
  readonly serverMessage: string
  readonly requestId: string
  readonly httpStatus: number

  constructor(code: ErrorCode, details: ErrorDetails, serverMessage: string, requestId: string, httpStatus: number) {
    super(code, details)
    this.name = 'ServerError'
    this.serverMessage = serverMessage
    this.requestId = requestId
    this.httpStatus = httpStatus
  }
}

/** The HTTP status and the envelope code of an error. */
export interface ErrorStatus {
  http: number
  code: number
}

const special: Partial<Record<ErrorCode, ErrorStatus>> = {
  'auth.tokenMissing': { http: 401, code: 401 },
  'auth.tokenInvalid': { http: 500, code: 500 },
  'accessTokens.invalid': { http: 401, code: 401 },
  'auth.forbidden': { http: 200, code: 510 },
  'common.notFound': { http: 404, code: 404 },
  'common.methodNotAllowed': { http: 200, code: 405 },
  'common.internal': { http: 500, code: 500 },
  // A status of its own: a terminal must retry and not treat it as a refusal.
  'common.unavailable': { http: 503, code: 503 },
  'common.tooManyRequests': { http: 429, code: 429 },
  'files.unavailable': { http: 503, code: 503 },
}

/** The status of an error code. Business failures are HTTP 200 with envelope code 500, as the API family's clients expect. */
export const errorStatus = (code: ErrorCode): ErrorStatus => special[code] ?? { http: 200, code: 500 }
