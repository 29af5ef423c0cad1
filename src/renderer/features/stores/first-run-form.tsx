import { useMutation } from '@tanstack/react-query'
import { Alert, Button, Form, type FormInstance } from 'antd'
import type { ReactNode } from 'react'
import { textOfError, useText } from '#renderer/core/locale.ts'
import type { FirstRunState } from '#shared/features/stores/first-run.contract.ts'

/** The props of every step. */
export interface StepFormProps {
  known: FirstRunState
  /** `stays`: keep the step open, because it shows something to read. */
  onDone(stays: boolean): void
}

interface StepFormShape<V> {
  /** The purpose of the step, in one sentence. */
  what: string
  save: string
  initial?: Partial<V>
  form?: FormInstance<V>
  onSave(values: V): Promise<unknown>
  children?: ReactNode
}

/** The form of one step. The input is retained when the server refuses it. */
export function StepForm<V extends object>({ what, save, initial, form, onSave, children }: StepFormShape<V>) {
  const { t } = useText()
  const saving = useMutation({ mutationFn: onSave })
  return (
    <Form<V>
      {...(form ? { form } : {})}
      layout="vertical"
      initialValues={initial ?? {}}
      requiredMark={false}
      onFinish={(values) => saving.mutate(values)}
    >
      <p>{what}</p>
      {children}
      {saving.error ? <Alert type="error" showIcon title={textOfError(t, saving.error)} /> : null}
      <Button type="primary" htmlType="submit" loading={saving.isPending}>
        {save}
      </Button>
    </Form>
  )
}
