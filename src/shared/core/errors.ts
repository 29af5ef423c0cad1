import type { TextKey } from '#shared/i18n/catalogue.ts'

/** Codes that every part of the product may raise; each has a text `error.<code>` in both languages. */
export type ErrorCode = Extract<TextKey, `error.${string}`> extends `error.${infer C}` ? C : never

/** Values that the text of an error mentions, and `field` where one field of the input is at fault. */
export type ErrorDetails = Record<string, unknown> & { field?: string }

/**
 * An expected failure with a code. Anything else that is thrown is a bug.
 *
 * The text is looked up by code in the reader's language, so nobody decides anything by a message.
 */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly details: ErrorDetails
  /** What a few failures of the family carry as the envelope's result. */
  readonly result: unknown

  constructor(code: ErrorCode, details: ErrorDetails = {}, result: unknown = null) {
    super(code)
    this.name = 'AppError'
    this.code = code
    this.details = details
    this.result = result
  }
}

/** The failure that an envelope describes, with the server's own text kept for people. */
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

/** How an error travels on the wire beside the family's numeric code: HTTP status and envelope code. */
export interface ErrorStatus {
  http: number
  code: number
}

const special: Partial<Record<ErrorCode, ErrorStatus>> = {
  'auth.tokenMissing': { http: 401, code: 401 },
  'auth.tokenInvalid': { http: 500, code: 500 },
  'auth.forbidden': { http: 200, code: 510 },
  'common.notFound': { http: 404, code: 404 },
  'common.methodNotAllowed': { http: 200, code: 405 },
  'common.internal': { http: 500, code: 500 },
  // A status of its own, so that a terminal knows to try again instead of taking it for a refusal.
  'common.unavailable': { http: 503, code: 503 },
  'common.tooManyRequests': { http: 429, code: 429 },
}

/** Business failures are HTTP 200 with `success: false` and code 500, as the API family's clients expect. */
export const errorStatus = (code: ErrorCode): ErrorStatus => special[code] ?? { http: 200, code: 500 }
