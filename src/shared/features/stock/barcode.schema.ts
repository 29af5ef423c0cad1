import { exact, wrong } from '#shared/core/text.ts'

/** Printable ASCII without spaces, as codes on packages and labels have it; empty: none. */
export const Barcode = exact(48).refine((text) => /^[!-~]*$/.test(text), wrong('input.barcode'))
