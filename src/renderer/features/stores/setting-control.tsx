import { Input, InputNumber, Select } from 'antd'
import { z } from 'zod'
import { useText } from '#renderer/core/locale.ts'
import { YesNo } from '#shared/core/yes-no.ts'
import { type SettingName, settingList } from '#shared/features/stores/store-settings.schema.ts'
import { settingText } from './setting-text.ts'

interface SettingControlProps {
  name: SettingName
  /** Whether a secret setting has a value. */
  isSet: boolean
  // Set by the form.
  id?: string
  value?: never
  onChange?: (value: unknown) => void
}

const fullWidth = { width: '100%' }

/** The input control for a setting of any kind. */
export function SettingControl({ name, isSet, ...bound }: SettingControlProps) {
  const { t } = useText()
  const { kind, schema } = settingList[name]
  switch (kind) {
    case 'number':
      return <InputNumber precision={0} style={fullWidth} {...bound} />
    case 'amount':
      return <InputNumber precision={2} min={0} style={fullWidth} {...bound} />
    case 'flag':
      return <Select options={YesNo.options.map((value) => ({ value, label: t(`yesNo.${value}`) }))} {...bound} />
    case 'choice': {
      const values = schema instanceof z.ZodEnum ? schema.options.map(String) : []
      return (
        <Select options={values.map((value) => ({ value, label: settingText(t, `${name}.${value}`) }))} {...bound} />
      )
    }
    case 'zone':
      return (
        <Select
          showSearch
          options={Intl.supportedValuesOf('timeZone').map((value) => ({ value, label: value }))}
          {...bound}
        />
      )
    case 'line':
      return <Input autoComplete="off" {...bound} />
    case 'lines':
      return <Input.TextArea autoSize={{ minRows: 1, maxRows: 4 }} maxLength={200} {...bound} />
    case 'secret':
      return (
        <Input.Password
          autoComplete="new-password"
          maxLength={32}
          placeholder={t(isSet ? 'storeSetting.secretSet' : 'storeSetting.secretUnset')}
          {...bound}
        />
      )
  }
}
