import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Form, Input, InputNumber, Modal, Select } from 'antd'
import { useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { ErrorBlock } from '#renderer/ui/display/blocks.tsx'
import { bodyOf, fieldsOf } from '#renderer/ui/form/fields.tsx'
import {
  accessTokens,
  DEFAULT_TOKEN_DAYS,
  MAX_TOKEN_DAYS,
} from '#shared/features/access-tokens/access-tokens.contract.ts'

const Field = fieldsOf(bodyOf(accessTokens.add), accessTokens.add)

interface Wanted {
  name: string
  actions: string[]
  stores: string[]
  days: number
}

/** Makes a token; `onMade` receives it, and it cannot be read again. */
export function NewTokenDialog({ onMade, onClose }: { onMade(token: string): Promise<void>; onClose(): void }) {
  const { t } = useText()
  const [form] = Form.useForm<Wanted>()
  const [failure, setFailure] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const choices = useQuery({
    queryKey: ['accessTokens', 'choices'],
    queryFn: async () => (await client.accessTokens.choices()).result,
  })
  const stores = choices.data?.stores ?? []
  const actions = choices.data?.actions ?? []
  const make = async (wanted: Wanted) => {
    if (isBusy) return
    setBusy(true)
    setFailure(null)
    try {
      const { result } = await client.accessTokens.add({ body: wanted })
      await onMade(result.token)
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }
  const chooseReads = () => {
    const reads = actions.filter(({ action }) => /:(list|view|query)$/.test(action)).map(({ action }) => action)
    form.setFieldsValue({ actions: reads })
  }
  return (
    <Modal
      open
      width={620}
      title={t('accessToken.add')}
      okText={t('accessToken.make')}
      cancelText={t('action.cancel')}
      okButtonProps={{ disabled: !choices.data }}
      confirmLoading={isBusy}
      mask={{ closable: false }}
      onOk={form.submit}
      onCancel={onClose}
    >
      <p>{t('accessToken.addHint')}</p>
      {choices.error ? <ErrorBlock error={choices.error} retry={() => void choices.refetch()} /> : null}
      {failure ? <Alert type="error" showIcon title={textOfError(t, failure)} /> : null}
      <Form
        form={form}
        layout="vertical"
        initialValues={{ name: '', actions: [], stores: [], days: DEFAULT_TOKEN_DAYS }}
        onFinish={(wanted) => void make(wanted)}
      >
        <Field name="name" extra={t('accessToken.nameHint')}>
          <Input maxLength={60} autoComplete="off" autoFocus />
        </Field>
        <Field name="stores">
          <Select
            mode="multiple"
            loading={choices.isPending}
            showSearch={{ optionFilterProp: 'label' }}
            options={stores.map(({ orgCode, departName }) => ({ value: orgCode, label: `${departName} ${orgCode}` }))}
          />
        </Field>
        <Field
          name="actions"
          extra={
            <Button type="link" size="small" disabled={actions.length === 0} onClick={chooseReads}>
              {t('accessToken.reads')}
            </Button>
          }
        >
          <Select
            mode="multiple"
            maxTagCount={4}
            loading={choices.isPending}
            showSearch={{ optionFilterProp: 'label' }}
            options={actions.map(({ action, describe }) => ({ value: action, label: `${describe} (${action})` }))}
          />
        </Field>
        <Field name="days">
          <InputNumber min={1} max={MAX_TOKEN_DAYS} precision={0} inputMode="numeric" />
        </Field>
      </Form>
    </Modal>
  )
}
