import type { StartInput } from '#shared/features/sessions/play-before-pay.contract.ts'

/** A flat copy of a start without characters that PostgreSQL refuses, which may be why the server fails at the original. */
export const toReadableCopy = ({ paid, ...body }: StartInput) =>
  Object.fromEntries(
    Object.entries({ ...body, paid: paid ? `${paid.by} ${paid.amount} + ${paid.deposit} ${paid.id}` : null }).map(
      ([name, value = null]) => [
        name,
        typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '\uFFFD') : value,
      ],
    ),
  )
