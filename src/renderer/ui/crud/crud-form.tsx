import { Alert, App, Form, Modal, Skeleton } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { isAnswerLost } from '#renderer/platform/start-once.ts'
import { useBackGuard } from '#renderer/ui/dialog/use-back-guard.ts'
import { useFocusOnOpen } from '#renderer/ui/dialog/use-focus-on-open.ts'
import { useQuestion } from '#renderer/ui/dialog/use-question.tsx'
import { AnswerLost } from '#renderer/ui/form/fields.tsx'
import { AppError } from '#shared/core/errors.ts'
import type { CrudForm, Values } from './crud-types.ts'
import { changesOf } from './form-changes.calc.ts'
import './crud.css'

/** An error below a long form would be out of sight. */
const bringIntoSight = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' })

/** Selects the fields that may take the initial focus. */
const TYPED = 'input:not([disabled], [type="radio"], [type="file"]), textarea:not([disabled])'

interface CrudFormDialogProps<R> {
  /** The row to edit; null creates one. */
  row: R | null
  title: string
  /** The text of the submit button; defaults to "save". */
  okText?: string
  form: CrudForm<R>
  /** Saves the values, of a row those that were changed; returns the success message. */
  onSave(body: Values): Promise<string>
  onClose(): void
}

/** Creates or edits a row. The input is retained when the server refuses it. */
export function CrudFormDialog<R extends object>({
  row,
  title,
  okText,
  form: shape,
  onSave,
  onClose,
}: CrudFormDialogProps<R>) {
  const { t } = useText()
  const { message } = App.useApp()
  const ask = useQuestion()
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

  const fields = useRef<HTMLDivElement>(null)
  useFocusOnOpen(() => fields.current?.querySelector<HTMLElement>(TYPED), initial !== null)
  /** Replaces the field's wire name in an error by its label. */
  const textOfField = (field: string, error: AppError): string => {
    const label = fields.current?.querySelector(`label[for="${CSS.escape(field)}"]`)?.textContent
    if (error.code !== 'common.invalidInput' || !label) return textOfError(t, error)
    const { reason } = error.details
    return typeof reason === 'string' ? t('crud.invalidFor', { label, reason }) : t('crud.invalid', { label })
  }
  /** Esc asks before it discards input. */
  const isAsking = useRef(false)
  const leave = () => {
    if (!form.isFieldsTouched()) return onClose()
    if (isAsking.current) return
    isAsking.current = true
    ask({
      title: t('crud.leaveAsk'),
      ok: t('crud.leave'),
      no: t('crud.stay'),
      isDanger: true,
      onOk: onClose,
      afterClose: () => {
        isAsking.current = false
      },
    })
  }
  useBackGuard(() => form.isFieldsTouched(), leave)
  const bodyOf = (values: Values): Values => shape.body?.(values, row) ?? values
  const changed = (values: Values): Values => {
    const before = Object.keys(values).map((name) => [name, initial?.[name]])
    return changesOf(bodyOf(values), bodyOf(Object.fromEntries(before)), shape.together)
  }
  const save = async (values: Values) => {
    if (isBusy) return
    setBusy(true)
    setFailure(null)
    try {
      shape.check?.(values, row)
      const answer = await onSave(row ? changed(values) : bodyOf(values))
      void message.success(answer)
      onClose()
    } catch (error) {
      const field = error instanceof AppError ? error.details.field : undefined
      if (error instanceof AppError && field !== undefined && field in values) {
        form.setFields([{ name: field, errors: [textOfField(field, error)] }])
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
      okText={okText ?? t('action.save')}
      cancelText={t('action.cancel')}
      okButtonProps={{ loading: isBusy, disabled: initial === null }}
      mask={{ closable: false }}
      onOk={() => form.submit()}
      onCancel={leave}
      destroyOnHidden
    >
      {initial === null && failure === null ? <Skeleton active paragraph={{ rows: 5 }} /> : null}
      {initial ? (
        <div ref={fields}>
          <Form
            form={form}
            layout="vertical"
            className="pl-crud-form"
            initialValues={initial}
            scrollToFirstError={{ focus: true }}
            onFinish={(values) => void save(values)}
          >
            <AnswerLost value={isAnswerLost(failure)}>{shape.fields(row)}</AnswerLost>
            {/* Lets Enter submit the form. */}
            <button type="submit" hidden />
          </Form>
        </div>
      ) : null}
      {failure ? (
        <div ref={bringIntoSight}>
          <Alert type="error" showIcon title={textOfError(t, failure)} />
        </div>
      ) : null}
    </Modal>
  )
}
