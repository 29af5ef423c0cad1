import type { TextKey, TextValues } from '#shared/i18n/catalogue.ts'

/** The faults of coin machines that have a text of their own; docs/vehicle-protocol.md lists them. */
const named = ['empty', 'jam', 'door', 'sensor', 'motor', 'power'] as const

/** What a coin machine cannot do, in the words of the reader; its own word stands where that has no text. */
export function coinFaultText(t: (key: TextKey, values?: TextValues) => string, fault: string): string {
  const known = named.find((word) => word === fault.toLowerCase())
  return known ? t(`coins.fault.${known}`) : t('coins.fault.other', { fault })
}
