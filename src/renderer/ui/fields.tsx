import { useQuery } from '@tanstack/react-query'
import { Form, type FormItemProps, Select, type SelectProps } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { createContext, useContext } from 'react'
import type { z } from 'zod'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { ServerError } from '#shared/core/errors.ts'
import type { FieldLabels } from '#shared/core/fields.ts'
import type { TextKey } from '#shared/i18n/catalogue.ts'
import { needs, problemOf } from './fields.calc.ts'

/**
 * Whether a form was sent and no answer came. What it adds may be there by that, so only the server knows whether a value is taken by
 * somebody else: nothing is checked before the same is sent again.
 */
export const AnswerLost = createContext(false)

interface FieldProps<K extends string> extends Omit<FormItemProps, 'name' | 'label' | 'rules'> {
  name: K
  /** Where it is not called as the resource's field is. */
  label?: TextKey
  /** What is wrong when the value does not fit, where a general sentence would not say it. */
  wrong?: TextKey
  /** Asks elsewhere, such as whether a code is taken; answers what is wrong. */
  check?(value: string): Promise<string | null>
}

/**
 * A form field that is bound to a field of a schema: required, limits and choices are those of the call, so that a form
 * never says less than the server; it is called as the resource's field is.
 */
export function fieldsOf<S extends z.ZodRawShape>(
  schema: z.ZodObject<S>,
  { labels = {} }: { labels?: FieldLabels } = {},
) {
  // biome-ignore lint/correctness/noComponentHookFactories: made once for a schema, when its file is loaded
  return function Field({ name, label, wrong, check, ...item }: FieldProps<keyof S & string>) {
    const { t } = useText()
    const isAnswerLost = useContext(AnswerLost)
    const field = schema.shape[name] as unknown as z.ZodType
    const isRequired = needs(field)
    const called = label ?? labels[name]
    const named = called ? t(called) : name
    return (
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
      />
    )
  }
}

/** Whether a value of a table's column is still free (`api-family 5`, names of the database); the server's words if not. */
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

/** The schema of what a call takes. */
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
  return (items.data ?? []).map(({ value, text }) => ({ value, label: text }))
}

/** Chooses an item of a dictionary. */
export const DictSelect = ({ code, ...select }: SelectProps & { code: string }) => (
  <Select allowClear options={useDict(code)} {...select} />
)

const ON_WIRE = 'YYYY-MM-DD'

/** Lets a date picker stand in a form whose value is text as on the wire. */
export const asText = (format = ON_WIRE) => ({
  getValueProps: (value: unknown) => ({ value: typeof value === 'string' && value !== '' ? dayjs(value) : null }),
  normalize: (value: Dayjs | null) => (value ? value.format(format) : ''),
})
