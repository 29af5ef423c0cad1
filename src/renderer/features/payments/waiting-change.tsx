import { useMutation } from '@tanstack/react-query'
import { Alert, Button, Descriptions, Flex, Popconfirm } from 'antd'
import { client } from '#renderer/core/client.ts'
import { isTextKey, textOfError, useText } from '#renderer/core/locale.ts'
import { queryClient } from '#renderer/core/query.ts'
import { type ProviderChange, providerFields } from '#shared/features/payments/payment-providers.contract.ts'
import type { ProviderName } from '#shared/features/payments/payments.schema.ts'

export const PROVIDERS_KEY = 'paymentProviders'

const MAX_SHOWN_LENGTH = 64

/** A change of a provider that waits for approval, with the buttons for those who may decide. */
export function WaitingChange({ provider, change }: { provider: ProviderName; change: ProviderChange }) {
  const { t, locale } = useText()
  const decide = useMutation({
    mutationFn: async (isAccepted: boolean) => {
      const body = { id: change.id }
      await (isAccepted ? client.paymentProviders.confirm({ body }) : client.paymentProviders.refuse({ body }))
    },
    // Another user may have decided it meanwhile.
    onSettled: () => queryClient.invalidateQueries({ queryKey: [PROVIDERS_KEY] }),
  })
  const { by, at, isMine, mayConfirm, fields, settings } = change
  const nameOf = (field: string): string => {
    const key = `paymentProvider.${field}`
    return isTextKey(key) ? t(key) : field
  }
  const names = fields.map(nameOf).join(locale === 'zh' ? '、' : ', ')
  const { needs, may } = providerFields[provider]
  const readable = [...needs, ...may].filter((name) => fields.includes(name))
  return (
    <Alert
      type="warning"
      showIcon
      title={t('paymentProvider.waits', { by, at })}
      description={
        <Flex vertical gap="small">
          <span>{t('paymentProvider.waitsFields', { fields: names })}</span>
          {readable.length > 0 ? (
            <Descriptions
              column={1}
              size="small"
              // The default grey has too little contrast on the warning colour.
              styles={{ label: { color: 'inherit' } }}
              items={readable.map((name) => ({
                key: name,
                label: nameOf(name),
                children: (settings[name] ?? '').slice(0, MAX_SHOWN_LENGTH),
              }))}
            />
          ) : null}
          {isMine ? <span>{t('paymentProvider.waitsMine')}</span> : null}
          {isMine || mayConfirm ? null : <span>{t('paymentProvider.waitsHeadquarters')}</span>}
          {decide.error ? <Alert type="error" showIcon title={textOfError(t, decide.error)} /> : null}
          <Flex wrap gap="small">
            {mayConfirm ? (
              <Popconfirm title={t('paymentProvider.confirmAsk')} onConfirm={() => decide.mutate(true)}>
                <Button type="primary" loading={decide.isPending}>
                  {t('paymentProvider.confirm')}
                </Button>
              </Popconfirm>
            ) : null}
            <Button loading={decide.isPending} onClick={() => decide.mutate(false)}>
              {t(isMine ? 'paymentProvider.withdraw' : 'paymentProvider.refuse')}
            </Button>
          </Flex>
        </Flex>
      }
    />
  )
}
