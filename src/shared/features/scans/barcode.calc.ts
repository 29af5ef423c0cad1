import type { Scan } from '#shared/ipc/devices.ts'

const ZEROS = /^0{1,2}/

/**
 * What a scan reads as if it were the barcode of a product. Empty for what a product cannot have: pay codes, tickets, slips,
 * badges, and cards from card readers. Eight and nine digits have become a card, so they are also tried without its zeros.
 */
export function barcodesOf({ kind, value, source }: Pick<Scan, 'kind' | 'value' | 'source'>): string[] {
  if (value === '' || (source !== 'wedge' && source !== 'manual')) return []
  if (kind === 'coupon' || kind === 'unknown') return [value]
  if (kind !== 'memberCard') return []
  return ZEROS.test(value) && value.length === 10 ? [value, value.replace(ZEROS, '')] : [value]
}
