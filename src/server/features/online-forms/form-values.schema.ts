import { z } from 'zod'
import { address } from '#shared/core/address.ts'
import { Amount, fromMinor, toMinor } from '#shared/core/money.ts'
import { exact, line, lines, wrong } from '#shared/core/text.ts'
import { Day, fromWireTime, GivenTime, toWireTime } from '#shared/core/time.ts'
import type { FormField, FormValue } from '#shared/features/online-forms/online-form.schema.ts'

const MAX_LINE_LENGTH = 200
const MAX_TEXT_LENGTH = 2000

const withRange = <S extends z.ZodNumber>(schema: S, { min, max }: Pick<FormField, 'min' | 'max'>): S => {
  const above = min === null ? schema : schema.min(min)
  return (max === null ? above : above.max(max)) as S
}

/** The schema of a field's value on the wire. */
export function valueSchemaOf(field: FormField): z.ZodType<FormValue> {
  switch (field.type) {
    case 'text':
      return line(field.length ?? MAX_LINE_LENGTH)
    case 'longText':
      return lines(field.length ?? MAX_TEXT_LENGTH)
    case 'number':
      return withRange(z.number().min(-1e12).max(1e12), field)
    case 'money':
      return withRange(Amount, field)
    case 'date':
      return Day
    case 'time':
      return GivenTime
    case 'switch':
      return z.boolean()
    case 'choice':
      return exact(MAX_LINE_LENGTH).regex(/^[^,]*$/)
    case 'choices':
      return exact(MAX_TEXT_LENGTH)
    case 'member':
    case 'user':
      return exact(64)
    case 'vehicle':
      return z.uuid()
    case 'store':
      return exact(64).regex(/^[A-Za-z0-9]*$/)
    case 'picture':
      return address(300)
    case 'phone':
      return exact(20).regex(/^\+?\d{5,15}$/, wrong('input.phoneDigits'))
  }
}

const GMT8 = '+08'

/** Converts a wire value to what a record stores: an amount in minor units, a time with its offset. */
export function toStored({ type }: FormField, value: FormValue): FormValue {
  if (type === 'money') return toMinor(Number(value))
  if (type === 'time') return `${toWireTime(fromWireTime(String(value)))}${GMT8}`
  return value
}

/** Converts a stored value back. A field may have had a narrower type when the value was stored. */
export function toWire({ type }: FormField, stored: FormValue): FormValue {
  if (type === 'money') return fromMinor(Number(stored))
  if (type === 'time') return String(stored).slice(0, 19)
  if (type === 'number' || type === 'switch') return stored
  return String(stored)
}
