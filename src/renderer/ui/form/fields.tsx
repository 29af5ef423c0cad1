import { useQuery } from '@tanstack/react-query'
import { Form, type FormItemProps, Select, type SelectProps } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { type AriaAttributes, cloneElement, createContext, isValidElement, useContext, useId } from 'react'
import type { z } from 'zod'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { InfoMark } from '#renderer/ui/display/info-mark.tsx'
import { ServerError } from '#shared/core/errors.ts'
import { ourValueOfItem } from '#shared/core/family-names.ts'
import type { FieldLabels } from '#shared/core/fields.ts'
import type { TextKey } from '#shared/i18n/catalogue.ts'
import { needs, problemOf } from './fields.calc.ts'
import './fields.css'

/**
 * Whether a form was submitted without an answer. The server may have created the row, so a value that is taken may be taken by
 * this very row: `check` is skipped until the form is submitted again.
 */
export const AnswerLost = createContext(false)

interface FieldProps<K extends string> extends Omit<FormItemProps, 'name' | 'label' | 'rules'> {
  name: K
  /** The label; defaults to that of the resource's field. */
  label?: TextKey
  /** The message for an invalid value, where the general one is not clear enough. */
  wrong?: TextKey
  /** An asynchronous check, such as whether a code is taken; resolves to an error message or null. */
  check?(value: string): Promise<string | null>
  /** Explains the field, where its label is not enough; shown by a mark beside the label. */
  hint?: TextKey
}

/**
 * Creates a form field component bound to a schema: required, limits and choices come from the call, so that a form
 * never validates less than the server. Labels default to those of the resource's fields.
 */
export function fieldsOf<S extends z.ZodRawShape>(
  schema: z.ZodObject<S>,
  { labels = {} }: { labels?: FieldLabels } = {},
) {
  // biome-ignore lint/correctness/noComponentHookFactories: called once per schema, at module load
  return function Field({ name, label, wrong, check, hint, children, ...item }: FieldProps<keyof S & string>) {
    const { t } = useText()
    const isAnswerLost = useContext(AnswerLost)
    const field = schema.shape[name] as z.ZodType
    const isRequired = needs(field)
    const called = label ?? labels[name]
    const named = called ? t(called) : name
    const hintId = useId()
    const shown = (
      <Form.Item
        name={name}
        label={named}
        required={isRequired}
        validateFirst
        rules={[
          {
            validator: async (_, value: unknown) => {
              const problem = problemOf(t, field, value, { label: named, wrong })
              if (problem !== null) throw new Error(problem)
            },
          },
          ...(check
            ? [
                {
                  validateTrigger: 'onBlur',
                  validator: async (_: unknown, value: unknown) => {
                    if (isAnswerLost || typeof value !== 'string' || value === '') return
                    const problem = await check(value)
                    if (problem !== null) throw new Error(problem)
                  },
                },
              ]
            : []),
        ]}
        {...(check ? { validateTrigger: ['onChange', 'onBlur'] } : {})}
        {...item}
      >
        {hint && isValidElement<AriaAttributes>(children)
          ? cloneElement(children, { 'aria-describedby': hintId })
          : children}
      </Form.Item>
    )
    if (!hint || item.hidden) return shown
    return (
      <div className="pl-hinted">
        {shown}
        <InfoMark id={hintId} name={named} text={t(hint)} />
      </div>
    )
  }
}

/** Whether a value of a table's column is still free (`api-family 5`, names of the database); returns the server's message if not. */
export const isFree =
  (tableName: string, fieldName: string, dataId: string | undefined) =>
  async (fieldVal: string): Promise<string | null> => {
    try {
      await client.duplicates.check({ query: { tableName, fieldName, fieldVal, dataId } })
      return null
    } catch (error) {
      return error instanceof ServerError ? error.serverMessage : null
    }
  }

/** The schema of a call's body. */
export function bodyOf<B extends z.ZodType>({ body }: { body?: B }): B {
  if (!body) throw new TypeError('This call takes nothing.')
  return body
}

/** The items of a dictionary as options, in the language of the screen. */
export function useDict(code: string): { value: string; label: string }[] {
  const { locale } = useText()
  const items = useQuery({
    queryKey: ['dict', code, locale],
    queryFn: async () => (await client.signIn.dictItems({ params: { code } })).result,
    staleTime: 5 * 60_000,
  })
  return (items.data ?? []).map(({ value, text }) => ({ value: ourValueOfItem(code, value), label: text }))
}

/** Selects an item of a dictionary. */
export const DictSelect = ({ code, ...select }: SelectProps & { code: string }) => (
  <Select allowClear options={useDict(code)} {...select} />
)

const ON_WIRE = 'YYYY-MM-DD'

/** Form item props that bind a date picker to a text value in the wire format. */
export const asText = (format = ON_WIRE) => ({
  getValueProps: (value: unknown) => ({ value: typeof value === 'string' && value !== '' ? dayjs(value) : null }),
  normalize: (value: Dayjs | null) => (value ? value.format(format) : ''),
})
