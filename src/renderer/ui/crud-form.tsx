import { Alert, App, Form, Modal, Skeleton } from 'antd'
import { useEffect, useState } from 'react'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { AppError } from '#shared/core/errors.ts'
import type { CrudForm, Values } from './crud-types.ts'

interface CrudFormDialogProps<R> {
  /** Null adds a new row. */
  row: R | null
  title: string
  form: CrudForm<R>
  /** Answers what to say when it went well. */
  onSave(body: Values): Promise<string>
  onClose(): void
}

/** Adds a row or changes one. What was typed stays when the server refuses it. */
export function CrudFormDialog<R extends object>({ row, title, form: shape, onSave, onClose }: CrudFormDialogProps<R>) {
  const { t } = useText()
  const { message } = App.useApp()
  const [form] = Form.useForm<Values>()
  const [initial, setInitial] = useState<Values | null>(shape.values ? null : { ...row })
  const [failure, setFailure] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: read once, when the dialog opens
  useEffect(() => {
    if (!shape.values) return
    let isOpen = true
    Promise.resolve(shape.values(row)).then(
      (values) => isOpen && setInitial({ ...row, ...values }),
      (error: unknown) => isOpen && setFailure(error),
    )
    return () => {
      isOpen = false
    }
  }, [])

  const save = async (values: Values) => {
    if (isBusy) return
    setBusy(true)
    setFailure(null)
    try {
      const said = await onSave(shape.body ? shape.body(values, row) : values)
      void message.success(said)
      onClose()
    } catch (error) {
      const field = error instanceof AppError ? error.details.field : undefined
      if (field !== undefined && field in values) {
        form.setFields([{ name: field, errors: [textOfError(t, error)] }])
        form.scrollToField(field, { focus: true })
      } else setFailure(error)
      setBusy(false)
    }
  }
  return (
    <Modal
      open
      width={shape.width ?? 560}
      style={{ top: 24 }}
      styles={{ body: { maxHeight: 'calc(100vh - 168px)', overflowY: 'auto' } }}
      title={title}
      okText={t('action.save')}
      cancelText={t('action.cancel')}
      okButtonProps={{ loading: isBusy, disabled: initial === null }}
      mask={{ closable: false }}
      onOk={() => form.submit()}
      onCancel={onClose}
      destroyOnHidden
    >
      {initial === null && failure === null ? <Skeleton active paragraph={{ rows: 5 }} /> : null}
      {initial ? (
        <Form
          form={form}
          layout="vertical"
          className="pl-crud-form"
          initialValues={initial}
          scrollToFirstError={{ focus: true }}
          onFinish={(values) => void save(values)}
        >
          {shape.fields(row)}
          {/* Enter saves. */}
          <button type="submit" hidden />
        </Form>
      ) : null}
      {failure ? <Alert type="error" showIcon title={textOfError(t, failure)} /> : null}
    </Modal>
  )
}
