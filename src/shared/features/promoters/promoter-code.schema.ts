import { exact } from '#shared/core/text.ts'

/** A promoter's code, also as the address on a poster, which ends with it. */
export const PromoterCode = exact(300, 1).transform((text) => (text.trim().split('/').at(-1) ?? '').toUpperCase())
