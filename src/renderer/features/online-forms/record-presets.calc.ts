import { toWireTime } from '#shared/core/time.ts'
import { liveFields } from '#shared/features/online-forms/online-form.calc.ts'
import type { FormDefinition, FormField } from '#shared/features/online-forms/online-form.schema.ts'

function presetOf({ type, preset }: FormField): unknown {
  if (preset === '') return type === 'switch' ? false : undefined
  if (type === 'switch') return preset === 'true'
  if (type === 'number' || type === 'money') return Number(preset)
  const now = toWireTime(new Date())
  if (type === 'date' && preset === 'today') return now.slice(0, 10)
  if (type === 'time' && preset === 'now') return now
  // The server knows the user and the store.
  return (type === 'user' && preset === 'me') || (type === 'store' && preset === 'here') ? undefined : preset
}

/** The values that a new record begins with. */
export const presetsOf = ({ fields, subTables }: FormDefinition): Record<string, unknown> => ({
  ...Object.fromEntries(liveFields(fields).map((field) => [field.key, presetOf(field)])),
  ...Object.fromEntries(subTables.map(({ key }) => [key, []])),
})
