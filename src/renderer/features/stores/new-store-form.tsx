import { Alert, Button, Checkbox, Form, Input, InputNumber, Select } from 'antd'
import { useState } from 'react'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { useMay, useSession } from '#renderer/core/session.ts'
import { type MadeAccount, startPassword } from '#renderer/features/access/index.ts'
import { isAnswerLost } from '#renderer/platform/start-once.ts'
import { AnswerLost, fieldsOf, isFree } from '#renderer/ui/form/fields.tsx'
import { AppError } from '#shared/core/errors.ts'
import type { CallResult } from '#shared/core/route.ts'
import type { DepartNode } from '#shared/features/access/departs.contract.ts'
import { NewStore, type newStore } from '#shared/features/stores/new-store.contract.ts'
import { useOpenStore } from './use-new-store.ts'

/** The manager's fields are all required once a manager is requested. */
const Asked = NewStore.required({ managerUsername: true, managerRealname: true, managerPassword: true })
const Field = fieldsOf(Asked)

interface NewStoreFormProps {
  chains: readonly DepartNode[]
  stores: readonly DepartNode[]
  onOpened(store: CallResult<typeof newStore.open>, manager: MadeAccount | null): void
}

interface Values {
  parentId: string
  departName: string
  address?: string
  copyFrom?: string
  timeZone: string
  dayStartHour: number
  apps?: string[]
  acceptsCash?: 'YES' | 'NO'
  managerRealname?: string
  managerUsername?: string
  managerPhone?: string
  managerPassword?: string
}

/** The time zone and hours of the store to copy from, if any. */
const hoursOf = (source: DepartNode | undefined): Pick<Values, 'timeZone' | 'dayStartHour'> => ({
  timeZone: source?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
  dayStartHour: source?.dayStartHour ?? 0,
})

/** The form for a new store, on one page. */
export function NewStoreForm({ chains, stores, onOpened }: NewStoreFormProps) {
  const { t } = useText()
  const [form] = Form.useForm<Values>()
  const { orgCode, identity } = useSession(({ session }) => session?.userInfo) ?? { orgCode: '', identity: '3' }
  const mayAddManager = useMay('user:add')
  const [hasManager, setHasManager] = useState(mayAddManager)
  const chain = chains.find((one) => orgCode.startsWith(one.orgCode)) ?? chains[0]
  const source = stores.find((one) => one.orgCode === orgCode) ?? stores[0]
  const opening = useOpenStore()

  const save = (values: Values) =>
    opening.mutate(values, {
      onSuccess: (store) => {
        const { managerUsername: username, managerRealname: realname, managerPassword: password } = values
        onOpened(store, username && realname && password ? { username, realname, password } : null)
      },
      onError: (error) => {
        const field = error instanceof AppError ? error.details.field : undefined
        if (field && field in values) form.scrollToField(field, { focus: true })
      },
    })

  return (
    <Form<Values>
      form={form}
      layout="vertical"
      className="pl-new-store"
      scrollToFirstError={{ focus: true }}
      initialValues={{
        parentId: chain?.id,
        copyFrom: source?.orgCode,
        managerPassword: startPassword(),
        apps: source?.apps ?? chain?.apps ?? [],
        acceptsCash: source?.acceptsCash ?? 'YES',
        ...hoursOf(source),
      }}
      onFinish={save}
    >
      <section className="pl-panel" aria-labelledby="new-store-who">
        <h2 id="new-store-who">1. {t('newStore.section.store')}</h2>
        <div className="pl-two">
          <Field name="departName" label="newStore.departName">
            <Input autoFocus autoComplete="off" />
          </Field>
          <Field name="address" label="newStore.address">
            <Input autoComplete="off" />
          </Field>
          {chains.length > 1 ? (
            <Field name="parentId" label="newStore.parentId">
              <Select
                showSearch={{ optionFilterProp: 'label' }}
                options={chains.map(({ id, departName }) => ({ value: id, label: departName }))}
              />
            </Field>
          ) : (
            <Form.Item name="parentId" hidden>
              <Input />
            </Form.Item>
          )}
        </div>
      </section>
      <section className="pl-panel" aria-labelledby="new-store-like">
        <h2 id="new-store-like">2. {t('newStore.section.like')}</h2>
        <div className="pl-two">
          <Field name="copyFrom" label="newStore.copyFrom" extra={t('newStore.copyFrom.what')}>
            <Select
              allowClear
              showSearch={{ optionFilterProp: 'label' }}
              placeholder={t('newStore.copyFrom.nothing')}
              options={stores.map((one) => ({ value: one.orgCode, label: one.departName }))}
              onChange={(code: string | undefined) =>
                form.setFieldsValue(hoursOf(stores.find((one) => one.orgCode === code)))
              }
            />
          </Field>
          <Field name="dayStartHour" label="newStore.dayStartHour">
            <InputNumber min={0} max={23} precision={0} style={{ width: '100%' }} />
          </Field>
          <Field name="timeZone" label="newStore.timeZone">
            <Select showSearch options={Intl.supportedValuesOf('timeZone').map((value) => ({ value, label: value }))} />
          </Field>
          {identity === '-1' ? (
            <>
              <Field name="apps" label="newStore.apps">
                <Select
                  mode="tags"
                  tokenSeparators={[',', ' ']}
                  options={[{ value: 'XWHF', label: t('depart.app.XWHF') }]}
                />
              </Field>
              <Field name="acceptsCash" label="newStore.acceptsCash">
                <Select options={(['YES', 'NO'] as const).map((value) => ({ value, label: t(`yesNo.${value}`) }))} />
              </Field>
            </>
          ) : null}
        </div>
        {identity === '-1' ? null : <p>{t('newStore.boughtByChain')}</p>}
      </section>
      {mayAddManager ? (
        <section className="pl-panel" aria-labelledby="new-store-manager">
          <h2 id="new-store-manager">3. {t('newStore.section.manager')}</h2>
          <Checkbox checked={hasManager} onChange={({ target }) => setHasManager(target.checked)}>
            {t('newStore.withManager')}
          </Checkbox>
          <AnswerLost value={isAnswerLost(opening.error)}>{hasManager ? <ManagerFields /> : null}</AnswerLost>
        </section>
      ) : null}
      {opening.error ? <Alert type="error" showIcon title={textOfError(t, opening.error)} /> : null}
      <Button type="primary" htmlType="submit" loading={opening.isPending}>
        {t('newStore.save')}
      </Button>
    </Form>
  )
}

function ManagerFields() {
  const { t } = useText()
  return (
    <div className="pl-two">
      <Field name="managerRealname" label="newStore.managerRealname">
        <Input autoComplete="off" />
      </Field>
      <Field
        name="managerUsername"
        label="newStore.managerUsername"
        wrong="user.usernameWrong"
        check={isFree('sys_user', 'username', undefined)}
      >
        <Input autoComplete="off" autoCapitalize="none" spellCheck={false} />
      </Field>
      <Field name="managerPhone" label="newStore.managerPhone" check={isFree('sys_user', 'phone', undefined)}>
        <Input autoComplete="off" inputMode="tel" />
      </Field>
      <Field
        name="managerPassword"
        label="newStore.managerPassword"
        wrong="user.passwordRule"
        extra={t('firstPassword.replaced')}
      >
        <Input autoComplete="off" spellCheck={false} />
      </Field>
    </div>
  )
}
