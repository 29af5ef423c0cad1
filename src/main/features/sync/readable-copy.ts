import type { StartInput } from '#shared/features/sessions/play-before-pay.contract.ts'

/** What a database cannot take as text is what a server may fall over: a copy of it must not do the same. */
export const toReadableCopy = ({ paid, ...body }: StartInput) =>
  Object.fromEntries(
    Object.entries({ ...body, paid: paid ? `${paid.by} ${paid.amount} + ${paid.deposit} ${paid.id}` : null }).map(
      ([name, value = null]) => [
        name,
        typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '\uFFFD') : value,
      ],
    ),
  )
