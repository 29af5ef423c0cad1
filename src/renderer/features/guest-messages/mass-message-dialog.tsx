import { Alert, Button, DatePicker, Form, Input, InputNumber, Modal, Select } from 'antd'
import { useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { useOwnStores } from '#renderer/core/own-stores.ts'
import { useAttemptKey } from '#renderer/core/use-attempt-key.ts'
import { useEveryLevel } from '#renderer/features/members/index.ts'
import { refreshList } from '#renderer/ui/crud/crud-data.ts'
import { asText } from '#renderer/ui/form/fields.tsx'
import { AppError } from '#shared/core/errors.ts'
import { formatAmount } from '#shared/core/money.ts'
import { massParts, massText } from '#shared/features/guest-messages/mass-message.calc.ts'
import {
  MASS_LENGTH,
  type MassAudience,
  type MassPreview,
} from '#shared/features/guest-messages/mass-messages.contract.ts'
import './guest-messages.css'

interface MassValues extends Omit<MassAudience, 'stores' | 'levels'> {
  title: string
  content: string
  stores?: string[]
  levels?: string[]
}

type MassBody = Pick<MassValues, 'title' | 'content'> & { audience: MassAudience }

/** Refusals because the preview is no longer true. */
const CHANGED: ReadonlySet<string> = new Set(['massMessages.audienceChanged', 'massMessages.previewChanged'])

interface MassMessageDialogProps {
  /** Gets the id of the first message. */
  onSent(id: string): void
  onClose(): void
}

/** Composes a mass message, shows whom it reaches and what it takes, and sends it when that is confirmed. */
export function MassMessageDialog({ onSent, onClose }: MassMessageDialogProps) {
  const { t } = useText()
  const [form] = Form.useForm<MassValues>()
  /** What is confirmed, with the text and audience that it was made for: the form may have changed since. */
  const [checked, setChecked] = useState<{ body: MassBody; preview: MassPreview } | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const withKey = useAttemptKey()
  const bodyOf = (): MassBody => {
    const { title, content, stores = [], levels = [], ...audience } = form.getFieldsValue(true) as MassValues
    return { title: title.trim(), content: content.trim(), audience: { ...audience, stores, levels } }
  }
  const run = async (work: () => Promise<void>) => {
    if (isBusy) return
    setBusy(true)
    setFailure(null)
    try {
      await work()
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  const check = async (body: MassBody) =>
    setChecked({ body, preview: (await client.massMessages.preview({ body })).result })
  const send = ({ body, preview: { people, previewId } }: NonNullable<typeof checked>) =>
    run(async () => {
      const whole = { ...body, people, previewId }
      try {
        const { result } = await withKey(whole, (key) => client.massMessages.add({ body: whole, key }))
        await refreshList('massMessages')
        onSent(result.ids[0] ?? '')
      } catch (error) {
        // What it reaches or costs is another by now, and is shown for a new confirmation.
        if (error instanceof AppError && CHANGED.has(error.code)) await check(body)
        throw error
      }
    })
  const preview = checked?.preview
  return (
    <Modal
      open
      width={620}
      style={{ top: 24 }}
      styles={{ body: { maxHeight: 'calc(100vh - 168px)', overflowY: 'auto' } }}
      title={t(preview ? 'mass.confirm' : 'mass.new')}
      mask={{ closable: false }}
      onCancel={onClose}
      footer={
        checked ? (
          <>
            <Button disabled={isBusy} onClick={() => setChecked(null)}>
              {t('mass.back')}
            </Button>
            <Button
              type="primary"
              loading={isBusy}
              disabled={problemOf(checked.preview) !== null}
              onClick={() => void send(checked)}
            >
              {t('mass.sendTo', { people: checked.preview.people })}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>{t('action.cancel')}</Button>
            <Button type="primary" loading={isBusy} onClick={() => form.submit()}>
              {t('mass.preview')}
            </Button>
          </>
        )
      }
    >
      {failure ? <Alert type="error" showIcon title={textOfError(t, failure)} /> : null}
      <Form<MassValues>
        form={form}
        name="mass"
        layout="vertical"
        hidden={checked !== null}
        className="pl-mass-form"
        onFinish={() => void run(() => check(bodyOf()))}
      >
        <MassFields />
      </Form>
      {preview ? <Preview preview={preview} /> : null}
    </Modal>
  )
}

/** Why a previewed message cannot be sent; null if it can. */
function problemOf({ people, stores }: MassPreview) {
  if (people === 0) return { key: 'error.massMessages.nobody', values: {} } as const
  const short = stores.find(({ left, texts }) => left >= 0 && left < texts)
  return short ? ({ key: 'mass.short', values: { store: short.storeName, left: short.left } } as const) : null
}

function MassFields() {
  const { t } = useText()
  const stores = useOwnStores()
  const levels = [...new Set(useEveryLevel().map(({ name }) => name))]
  const title = Form.useWatch<string | undefined>('title') ?? ''
  const content = Form.useWatch<string | undefined>('content') ?? ''
  const months = Array.from({ length: 12 }, (_, index) => ({
    value: index + 1,
    label: t('mass.month', { month: index + 1 }),
  }))
  const required = (label: string) => [{ required: true, whitespace: true, message: t('crud.required', { label }) }]
  return (
    <>
      <Form.Item name="title" label={t('mass.title')} rules={required(t('mass.title'))}>
        <Input maxLength={MASS_LENGTH} showCount autoComplete="off" />
      </Form.Item>
      <Form.Item name="content" label={t('mass.content')} rules={required(t('mass.content'))}>
        <Input maxLength={MASS_LENGTH} showCount autoComplete="off" />
      </Form.Item>
      {title.trim() && content.trim() ? (
        <p className="pl-mass-text">
          {massText(title.trim(), content.trim())}
          <small>{t('mass.partsEach', { parts: massParts(title.trim(), content.trim()) })}</small>
        </p>
      ) : null}
      <h3>{t('mass.audience')}</h3>
      <p>{t('mass.audienceHint')}</p>
      <div className="pl-two">
        {stores.length > 0 ? (
          <Form.Item name="stores" label={t('mass.stores')}>
            <Select
              mode="multiple"
              placeholder={t('mass.any')}
              options={stores.map(({ code, name }) => ({ value: code, label: name }))}
              showSearch={{ optionFilterProp: 'label' }}
            />
          </Form.Item>
        ) : null}
        <Form.Item name="levels" label={t('mass.levels')}>
          <Select
            mode="multiple"
            placeholder={t('mass.any')}
            options={levels.map((name) => ({ value: name, label: name }))}
          />
        </Form.Item>
        <Form.Item name="birthdayMonth" label={t('mass.birthdayMonth')}>
          <Select allowClear placeholder={t('mass.any')} options={months} />
        </Form.Item>
        <Form.Item name="visitedFrom" label={t('mass.visitedFrom')} {...asText()}>
          <DatePicker />
        </Form.Item>
        <Form.Item name="visitedTo" label={t('mass.visitedTo')} {...asText()}>
          <DatePicker />
        </Form.Item>
        <Form.Item name="balanceFrom" label={t('mass.balanceFrom')}>
          <InputNumber min={0} precision={2} prefix="¥" />
        </Form.Item>
        <Form.Item name="balanceTo" label={t('mass.balanceTo')}>
          <InputNumber min={0} precision={2} prefix="¥" />
        </Form.Item>
      </div>
    </>
  )
}

/** Whom the message reaches, whom it leaves out, and what it takes. */
function Preview({ preview }: { preview: MassPreview }) {
  const { t } = useText()
  const { text, people, parts, texts, cost, optedOut, noConsent, noPhone, stores } = preview
  const problem = problemOf(preview)
  return (
    <div className="pl-mass-preview" aria-live="polite">
      <p className="pl-mass-text">{text}</p>
      <p>
        <strong>{t('mass.reaches', { people })}</strong>
      </p>
      <p>{t('mass.takes', { parts, texts })}</p>
      {cost === null ? null : <p>{t('mass.cost', { cost: formatAmount(cost) })}</p>}
      <p>{t('mass.leftOut', { optedOut, noConsent, noPhone })}</p>
      {problem ? <Alert type="error" showIcon title={t(problem.key, problem.values)} /> : null}
      <ul>
        {stores
          .filter(({ people: count }) => count > 0)
          .map(({ orgCode, storeName, people: count, texts: needed, left, quietUntil }) => (
            <li key={orgCode}>
              {t('mass.store', { store: storeName, people: count, texts: needed })}{' '}
              {left < 0 ? t('mass.uncounted') : t('sms.left', { left })}
              {quietUntil ? <strong> {t('mass.quietUntil', { time: quietUntil })}</strong> : null}
            </li>
          ))}
      </ul>
    </div>
  )
}
