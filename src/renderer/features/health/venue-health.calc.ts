import type { Translate } from '#renderer/core/locale.ts'
import type { Tone } from '#renderer/ui/display/tone-tag.tsx'
import type { HealthItem, HealthState } from '#shared/features/health/venue-health.contract.ts'
import { isTextKey } from '#shared/i18n/catalogue.ts'

const MEGABYTE = 1_048_576
const TONES: Record<HealthState, Tone> = { bad: 'error', warn: 'warning', well: 'success', off: 'neutral' }

export const toneOf = (state: HealthState): Tone => TONES[state]

/** The reported state of a device, as text. */
export function textOfDevice(t: Translate, code: string): string {
  const keys = [`device.problem.${code}`, `device.state.${code}`]
  const known = keys.find(isTextKey)
  return known ? t(known) : code
}

/** What became of an update, from its state and version as the server reports them. */
export function textOfUpdate(t: Translate, detail: string): string {
  const [state = '', version = ''] = detail.split(' ')
  const key = `terminal.update.${state}`
  return isTextKey(key) ? t(key, { version }) : detail
}

export function nameOfItem(t: Translate, { kind, name }: HealthItem): string {
  if (kind === 'backup') return t('health.kind.backup')
  if (kind === 'emergency') return t('health.stoppedBy', { by: name })
  const key = `jobName.${name}`
  return kind === 'job' && isTextKey(key) ? t(key) : name
}

/** Further facts about a part, one short text each. */
export function factsOfItem(t: Translate, item: HealthItem): string[] {
  const { kind, version, printer, printerProblem = 'none', readers, waiting = 0, refused = 0 } = item
  const facts: string[] = []
  if (version) facts.push(t('health.version', { version }))
  if (printer !== undefined)
    facts.push(t('health.printer', { state: textOfDevice(t, printerProblem === 'none' ? printer : printerProblem) }))
  else if (kind === 'terminal') facts.push(t('health.notReported'))
  if (readers)
    facts.push(
      readers.length === 0
        ? t('health.noReader')
        : t('health.readers', { state: [...new Set(readers)].map((one) => textOfDevice(t, one)).join(' / ') }),
    )
  if (waiting > 0) facts.push(t('health.waiting', { count: waiting }))
  if (refused > 0) facts.push(t('health.refused', { count: refused }))
  if (item.heard !== undefined) facts.push(t('health.heard', { heard: item.heard, total: item.total ?? 0 }))
  if (item.shows)
    facts.push(t('health.shows', { parts: item.shows.map((kind) => t(`screen.panel.${kind}`)).join(' · ') }))
  if (typeof item.battery === 'number') facts.push(t('health.battery', { count: item.battery }))
  if (item.bytes !== undefined)
    facts.push(`${(item.bytes / MEGABYTE).toFixed(1)} MB`, t(item.encrypted ? 'health.encrypted' : 'health.plain'))
  return facts
}
