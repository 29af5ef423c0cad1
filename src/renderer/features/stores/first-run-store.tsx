import { Checkbox, Form, Input, InputNumber, Select } from 'antd'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { storeNameOf, useSession } from '#renderer/core/session.ts'
import { fieldsOf } from '#renderer/ui/form/fields.tsx'
import { DepartAdd } from '#shared/features/access/departs.contract.ts'
import { StepForm, type StepFormProps } from './first-run-form.tsx'
import { useEnterStore } from './use-first-run.ts'

interface StoreValues {
  company: string
  departName: string
  timeZone: string
  dayStartHour: number
  payLater: boolean
  cash: boolean
}

const Field = fieldsOf(DepartAdd)

/** Creates the first store below the company of a new system. */
export function StoreStep({ onDone }: StepFormProps) {
  const { t } = useText()
  const session = useSession((state) => state.session)
  const isPlatform = session?.userInfo.identity === '-1'
  const enter = useEnterStore()
  const [own] = session?.departs.filter(({ orgCode }) => orgCode === session.userInfo.orgCode) ?? []
  const save = async ({ company, departName, timeZone, dayStartHour, payLater, cash }: StoreValues) => {
    const isRenamed = company !== '' && company !== own?.departName
    if (own && isRenamed) await client.departs.edit({ body: { id: own.id, departName: company } })
    const bought = isPlatform
      ? { apps: payLater ? ['XWHF'] : [], acceptsCash: cash ? ('YES' as const) : ('NO' as const) }
      : {}
    await client.departs.add({
      body: { parentId: own?.id ?? '', departName, timeZone, dayStartHour, orgCategory: '2', ...bought },
    })
    const { orgCode } = (await client.firstRun.query({ query: {} })).result
    await enter.mutateAsync(orgCode)
    onDone(false)
  }
  return (
    <StepForm<StoreValues>
      what={t('firstRun.store.what')}
      save={t('firstRun.store.save')}
      initial={{
        company: storeNameOf(session),
        timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        dayStartHour: 0,
        payLater: true,
        cash: true,
      }}
      onSave={save}
    >
      <div className="pl-first-run-pair">
        <Form.Item name="company" label={t('firstRun.store.company')}>
          <Input autoComplete="off" maxLength={100} />
        </Form.Item>
        <Field name="departName" label="firstRun.store.name">
          <Input autoComplete="off" maxLength={100} />
        </Field>
        <Field name="timeZone" label="storeSetting.timeZone">
          <Select showSearch options={Intl.supportedValuesOf('timeZone').map((value) => ({ value, label: value }))} />
        </Field>
        <Field name="dayStartHour" label="storeSetting.dayStartHour">
          <InputNumber min={0} max={23} precision={0} style={{ width: '100%' }} />
        </Field>
      </div>
      {isPlatform ? (
        <>
          <Form.Item name="payLater" valuePropName="checked">
            <Checkbox>{t('firstRun.store.payLater')}</Checkbox>
          </Form.Item>
          <Form.Item name="cash" valuePropName="checked">
            <Checkbox>{t('firstRun.store.cash')}</Checkbox>
          </Form.Item>
        </>
      ) : null}
    </StepForm>
  )
}
