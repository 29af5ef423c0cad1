import { Alert, Form, Input, Select } from 'antd'
import { useLive } from '#renderer/core/hooks.ts'
import { type Translate, useText } from '#renderer/core/locale.ts'
import { usePlatform } from '#renderer/platform/context.ts'
import { HUB_ADDRESS, HubMode, type HubState } from '#shared/ipc/hub.ts'
import { WholeNumber } from './whole-number.tsx'

/** Settings of the cluster: how terminals of a store coordinate while the server is away. */
export function HubSection() {
  const { t } = useText()
  const { hub } = useLive(usePlatform().connection)
  const mode = Form.useWatch<HubMode | undefined>(['hub', 'mode'])
  return (
    <fieldset className="pl-panel">
      <legend>{t('hub.title')}</legend>
      <Form.Item name={['hub', 'mode']} label={t('hub.mode')} extra={t('hub.hint')}>
        <Select options={HubMode.options.map((value) => ({ value, label: t(`hub.mode.${value}`) }))} />
      </Form.Item>
      {mode === 'join' ? (
        <Form.Item
          name={['hub', 'address']}
          label={t('hub.address')}
          extra={t('hub.addressHint')}
          rules={[{ required: true, pattern: HUB_ADDRESS, message: t('hub.addressBad') }]}
        >
          <Input spellCheck={false} maxLength={110} />
        </Form.Item>
      ) : null}
      {mode === 'serve' ? (
        <WholeNumber name={['hub', 'port']} label={t('hub.port')} extra={t('hub.portHint')} min={1024} max={65_535} />
      ) : null}
      {hub.role === 'off' ? null : (
        <Alert
          type={hub.problem !== 'none' ? 'warning' : hub.role === 'alone' ? 'info' : 'success'}
          showIcon
          title={stateText(t, hub)}
          description={
            hub.addresses.length > 0 ? t('hub.reachable', { addresses: hub.addresses.join('  ') }) : undefined
          }
        />
      )}
    </fieldset>
  )
}

function stateText(t: Translate, { role, hub, members, passesOn, problem }: HubState): string {
  if (problem !== 'none') return t(`hub.problem.${problem}`)
  if (role === 'member') return t(passesOn ? 'hub.state.passesOn' : 'hub.state.member', { hub })
  return role === 'hub' ? t('hub.state.hub', { count: members }) : t('hub.state.alone')
}
