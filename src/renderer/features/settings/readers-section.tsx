import { useQuery } from '@tanstack/react-query'
import { Button, Dropdown, Form, type MenuProps } from 'antd'
import type { ReactNode } from 'react'
import { useLive } from '#renderer/core/hooks.ts'
import { type Translate, useText } from '#renderer/core/locale.ts'
import type { DevicesPort } from '#renderer/platform/platform.ts'
import { type FoundReader, protocolsOf, type ReaderSettings, readerKey } from '#shared/ipc/devices.ts'
import { KeyboardFields } from './keyboard-fields.tsx'
import { ReaderFields } from './reader-fields.tsx'

const OTHER_PORT = 'other'

/** The initial settings of a found device. */
const settingsFor = ({ name: _, protocol, ...device }: FoundReader): ReaderSettings => ({
  ...device,
  protocol: protocol ?? protocolsOf[device.link][0],
  baudRate: 9600,
  format: 'decimal10',
})

const serialAt = (path: string): FoundReader => ({
  link: 'serial',
  path,
  name: '',
  vendorId: '',
  productId: '',
  serialNumber: '',
  protocol: null,
})

/** The label of a device in the selection. */
const labelOf = (t: Translate, { link, path, name }: FoundReader): string =>
  [t(`settings.reader.link.${link}`), name, name === path ? '' : path].filter(Boolean).join(' · ')

interface ReadersSectionProps {
  devices: DevicesPort
  onLearned(): void
  /** Shows the result of a test swipe. */
  swipe: ReactNode
}

/** The readers of this counter, any number of them, each with its state. */
export function ReadersSection({ devices, onLearned, swipe }: ReadersSectionProps) {
  const { t } = useText()
  const states = useLive(devices.state)?.readers ?? []
  return (
    <fieldset className="pl-panel">
      <legend>{t('settings.readers')}</legend>
      <Form.List
        name="readers"
        rules={[
          {
            validator: (_, readers: ReaderSettings[] = []) =>
              new Set(readers.map(readerKey)).size === readers.length
                ? Promise.resolve()
                : Promise.reject(new Error(t('settings.readers.twice'))),
          },
        ]}
      >
        {(rows, { add, remove }, { errors }) => (
          <>
            {rows.length === 0 ? <p className="pl-settings-hint">{t('settings.readers.none')}</p> : null}
            {rows.map(({ key, name }) => (
              <ReaderFields
                key={key}
                row={name}
                devices={devices}
                states={states}
                onRemove={() => remove(name)}
                onLearned={onLearned}
              />
            ))}
            <Form.ErrorList errors={errors} />
            <AddReader devices={devices} onAdd={add} />
          </>
        )}
      </Form.List>
      <KeyboardFields />
      {swipe}
    </fieldset>
  )
}

/** Offers connected devices that are not readers of this counter yet. */
function AddReader({ devices, onAdd }: { devices: DevicesPort; onAdd: (reader: ReaderSettings) => void }) {
  const { t } = useText()
  const form = Form.useFormInstance()
  const found = useQuery({ queryKey: ['foundReaders'], queryFn: () => devices.findReaders(), gcTime: 0 })
  const taken = new Set((form.getFieldValue('readers') as ReaderSettings[] | undefined)?.map(readerKey))
  const free = (found.data?.found ?? []).filter((one) => !taken.has(readerKey(one)))
  const nothing = found.isPending ? t('settings.readers.searching') : t('settings.readers.nothingFound')
  const items: MenuProps['items'] = [
    {
      type: 'group',
      label: t('settings.readers.found'),
      children:
        free.length > 0
          ? free.map((one) => ({ key: readerKey(one), label: labelOf(t, one) }))
          : [{ key: 'nothing', label: nothing, disabled: true }],
    },
    ...(found.data?.missing ?? []).map(({ link, reason }) => ({
      key: `missing ${link}`,
      label: t('settings.readers.missing', { link: t(`settings.reader.link.${link}`) }),
      title: reason,
      disabled: true,
    })),
    { type: 'divider' },
    { key: OTHER_PORT, label: t('settings.readers.otherPort') },
  ]
  return (
    <Dropdown
      trigger={['click']}
      onOpenChange={(isOpen) => isOpen && void found.refetch()}
      menu={{
        items,
        onClick({ key }) {
          const chosen = key === OTHER_PORT ? serialAt('') : free.find((one) => readerKey(one) === key)
          if (chosen) onAdd(settingsFor(chosen))
        },
      }}
    >
      <Button className="pl-settings-add">{t('settings.readers.add')}</Button>
    </Dropdown>
  )
}
