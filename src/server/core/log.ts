import { type DestinationStream, type Logger, pino } from 'pino'

/** Names of fields whose values are never logged, at any depth. */
const SECRETS = [
  'password',
  'token',
  'phone',
  'idCard',
  'cardNo',
  'payCode',
  'faceTemplate',
  'authorization',
  'x-access-token',
]

/** Long numbers in an error's text may be phones or cards that PostgreSQL or a parser quotes. */
const withoutNumbers = (text: string): string => text.replace(/\d{7,}/g, '…')

/** The logged fields of an error. PostgreSQL's `detail` and `where` are left out, because they quote rows. */
function describeError(error: unknown, depth = 0): unknown {
  // The job queue reports errors as plain objects.
  if (!(error instanceof Error))
    return withoutNumbers(String((error as { message?: unknown } | null)?.message ?? error))
  const { code, constraint, table, routine } = error as Error & Record<string, unknown>
  return {
    type: error.name,
    message: withoutNumbers(error.message),
    stack: withoutNumbers(error.stack ?? ''),
    code,
    constraint,
    table,
    routine,
    ...(error.cause !== undefined && depth < 3 ? { cause: describeError(error.cause, depth + 1) } : {}),
  }
}

/** A logger of JSON lines with the request's id, without secrets. */
export const createLogger = (level: string, destination?: DestinationStream): Logger =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: (error: unknown) => describeError(error), req: () => undefined, res: () => undefined },
      redact: { paths: SECRETS.flatMap((word) => [`["${word}"]`, `*["${word}"]`, `*.*["${word}"]`]), censor: '…' },
    },
    destination ?? pino.destination({ sync: false }),
  )
