import type { FoundSetting } from '#renderer/core/slice.ts'
import type { TextKey } from '#shared/i18n/catalogue.ts'
import { CounterAction } from '#shared/ipc/station.ts'

const PAGE = '/terminal/settings'

/** The labels of each section of the settings of a terminal. */
const LABELS: Partial<Record<TextKey, readonly TextKey[]>> = {
  'settings.terminal': ['settings.serverUrl', 'settings.name', 'settings.prefix', 'settings.printId', 'settings.muted'],
  'settings.readers': [
    'settings.keyboard',
    'settings.keyboard.format',
    'settings.keyboard.badgePrefix',
    'settings.reader.path',
    'settings.reader.protocol',
    'settings.reader.format',
    'settings.reader.baudRate',
  ],
  'settings.customerDisplay': ['settings.customerDisplay.protocol'],
  'settings.guestScreen': ['settings.guestScreen.on', 'settings.guestScreen.words'],
  'settings.printer': [
    'settings.printer.transport',
    'settings.printer.address',
    'settings.printer.port',
    'settings.printer.baudRate',
    'settings.printer.maker',
    'settings.printer.columns',
    'settings.printer.chinese',
    'settings.printer.cut',
    'settings.printer.drawer',
    'settings.printer.answers',
  ],
  'settings.station': [
    'settings.station.lockAfter',
    'settings.station.lockOnStart',
    'settings.station.autostart',
    'settings.station.window',
    'settings.station.updateHour',
  ],
  'hub.title': ['hub.mode', 'hub.address', 'hub.port'],
  'settings.keys': CounterAction.options.map((action): TextKey => `keyAction.${action}`),
}

const HINTS: Partial<Record<TextKey, TextKey>> = {
  'settings.serverUrl': 'settings.serverUrlHint',
  'settings.prefix': 'settings.prefixHint',
  'settings.printId': 'settings.printIdHint',
  'settings.station.lockAfter': 'settings.station.lockAfterHint',
  'hub.title': 'hub.hint',
}

/** The settings of a terminal: each section, and each field in it. */
export const terminalSettings: readonly FoundSetting[] = Object.entries(LABELS).flatMap(([title, labels]) => {
  // The keys of the record.
  const section = title as TextKey
  return [section, ...labels].map((label): FoundSetting => {
    const hint = HINTS[label]
    return { label, page: PAGE, section, ...(hint ? { hint } : {}) }
  })
})
