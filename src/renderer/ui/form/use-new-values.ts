import type { FormInstance } from 'antd'
import { type RefObject, useEffect, useRef } from 'react'
import { isSameValue } from '#renderer/ui/crud/form-changes.calc.ts'

/** A field of a form, or one of a section. */
type FieldPath = string | readonly [section: string, name: string]

const valueAt = (values: object, path: FieldPath): unknown =>
  [path].flat().reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], values)

/**
 * Shows in a form what was changed elsewhere, except in fields that the user has changed. Returns the values that were last shown, which
 * differ from the form's by what the user has changed.
 */
export function useNewValues<V extends object>(
  form: FormInstance<V>,
  values: V,
  paths: readonly FieldPath[],
): RefObject<V> {
  const shown = useRef(values)
  useEffect(() => {
    if (isSameValue(values, shown.current)) return
    for (const path of paths) {
      const name = [path].flat() as never
      if (isSameValue(form.getFieldValue(name), valueAt(shown.current, path)))
        form.setFieldValue(name, valueAt(values, path) as never)
    }
    shown.current = values
  }, [form, values, paths])
  return shown
}
