import { useMutation } from '@tanstack/react-query'
import { Alert, Button, Form } from 'antd'
import { client } from '#renderer/core/client.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { queryClient } from '#renderer/core/query.ts'
import { fieldsOf } from '#renderer/ui/form/fields.tsx'
import { useNewValues } from '#renderer/ui/form/use-new-values.ts'
import { AppError } from '#shared/core/errors.ts'
import { type StoreSettings, StoreSettingsEdit } from '#shared/features/stores/store-settings.contract.ts'
import {
  type SettingGroup,
  type SettingName,
  StoreSettingValues,
  settingList,
  settingNames,
} from '#shared/features/stores/store-settings.schema.ts'
import { SettingControl } from './setting-control.tsx'
import { settingText, valueText } from './setting-text.ts'

const Field = fieldsOf(StoreSettingValues)

export const SETTINGS_KEY = 'storeSettings'

interface SettingGroupProps {
  group: SettingGroup
  /** The settings of the group that match the search. */
  names: readonly SettingName[]
  settings: StoreSettings
}

/** The form of one group of settings, which are saved in one call. */
export function SettingGroupForm({ group, names, settings: { orgCode, values, secrets } }: SettingGroupProps) {
  const { t } = useText()
  const [form] = Form.useForm<StoreSettingValues>()
  useNewValues(form, values, settingNames)
  const now = Form.useWatch<StoreSettingValues | undefined>([], form)
  const changed = names.filter((name) => now !== undefined && now[name] !== undefined && now[name] !== values[name])
  const save = useMutation({
    mutationFn: async (given: Record<string, unknown>) => {
      await client.storeSettings.edit({ body: StoreSettingsEdit.parse({ orgCode, ...given }) })
      await queryClient.invalidateQueries({ queryKey: [SETTINGS_KEY] })
      // Secrets are write-only.
      form.setFieldsValue({ tvPassword: '' })
    },
    onError: (error) => {
      const field = error instanceof AppError ? names.find((name) => name === error.details.field) : undefined
      if (field) form.setFields([{ name: field, errors: [textOfError(t, error)] }])
    },
  })
  const submit = () => save.mutate(Object.fromEntries(changed.map((name) => [name, now?.[name]])))
  return (
    <Form
      form={form}
      layout="vertical"
      requiredMark={false}
      className="pl-panel pl-store-settings-group"
      initialValues={values}
      onFinish={submit}
      aria-label={t(`storeSetting.group.${group}`)}
    >
      <header>
        <h2>{t(`storeSetting.group.${group}`)}</h2>
        <span role="status">
          {changed.length > 0 ? t('storeSetting.changed', { count: changed.length }) : null}
          {changed.length === 0 && save.isSuccess ? t('storeSetting.saved') : null}
        </span>
        <Button type="primary" htmlType="submit" disabled={changed.length === 0} loading={save.isPending}>
          {t('action.save')}
        </Button>
      </header>
      {save.error ? <Alert type="error" showIcon title={textOfError(t, save.error)} /> : null}
      {names.map((name) => (
        <div key={name} className="pl-store-setting">
          <Field
            name={name}
            label={`storeSetting.${name}`}
            extra={<Effect name={name} isChanged={changed.includes(name)} />}
          >
            <SettingControl name={name} isSet={secrets.includes(name)} />
          </Field>
          <div className="pl-store-setting-initial">
            {settingList[name].kind === 'secret' ? (
              secrets.includes(name) ? (
                <Button size="small" loading={save.isPending} onClick={() => save.mutate({ [name]: '' })}>
                  {t('storeSetting.secretClear')}
                </Button>
              ) : null
            ) : (
              <>
                <small>{t('storeSetting.initial', { value: valueText(t, name, settingList[name].initial) })}</small>
                {now !== undefined && now[name] !== settingList[name].initial ? (
                  <Button
                    size="small"
                    type="link"
                    aria-label={`${t('storeSetting.reset')}: ${settingText(t, name)}`}
                    onClick={() => form.setFieldValue(name, settingList[name].initial)}
                  >
                    {t('storeSetting.reset')}
                  </Button>
                ) : null}
              </>
            )}
          </div>
        </div>
      ))}
    </Form>
  )
}

/** The effect of a setting, and a warning before changing it. */
function Effect({ name, isChanged }: { name: SettingName; isChanged: boolean }) {
  const { t } = useText()
  return (
    <>
      {settingText(t, `${name}.effect`)}
      {isChanged && name === 'dayStartHour' ? (
        <strong className="pl-store-setting-warning">{t('storeSetting.dayStartHour.warning')}</strong>
      ) : null}
    </>
  )
}
