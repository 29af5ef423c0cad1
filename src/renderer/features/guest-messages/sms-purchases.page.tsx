import { useQuery } from '@tanstack/react-query'
import { App, Button, Modal, Radio } from 'antd'
import { useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { useOwnStores } from '#renderer/core/own-stores.ts'
import { queryClient } from '#renderer/core/query.ts'
import { PayDialog } from '#renderer/features/paying/index.ts'
import { refreshList, useMayCall } from '#renderer/ui/crud/crud-data.ts'
import { CrudPage } from '#renderer/ui/crud/crud-page.tsx'
import { ChoiceFilter, DaysFilter, TextFilter } from '#renderer/ui/crud/crud-search.tsx'
import { EmptyBlock } from '#renderer/ui/display/blocks.tsx'
import { Money } from '#renderer/ui/display/money.tsx'
import { type Tone, ToneTag } from '#renderer/ui/display/tone-tag.tsx'
import { useDict } from '#renderer/ui/form/fields.tsx'
import { formatAmount } from '#shared/core/money.ts'
import type { PurchaseState, SmsOffer } from '#shared/features/guest-messages/sms-purchases.contract.ts'

const tones = { unpaid: 'warning', paid: 'success', closed: 'neutral' } satisfies Record<PurchaseState, Tone>

const useOffers = () =>
  useQuery({
    queryKey: ['smsOffers'],
    queryFn: async () => (await client.smsPurchases.offers()).result,
    // Headquarters without a chosen store buys nothing.
    retry: false,
  })

/** The purchases of SMS packages, with what is left, and the sale of another. */
export function SmsPurchasesPage() {
  const { t } = useText()
  const states = useDict('sms_purchase_state')
  const hasStores = useOwnStores().length > 0
  const mayBuy = useMayCall('smsPurchases')('add')
  const { data } = useOffers()
  const [isChoosing, choose] = useState(false)
  const [offer, setOffer] = useState<SmsOffer | null>(null)
  return (
    <>
      <CrudPage
        resource="smsPurchases"
        title="menu.smsPurchases"
        columns={[
          { name: 'createTime', sorter: true, onCard: true, width: 170 },
          { name: 'sysOrgCode', render: ({ sysOrgCode_dictText: store }) => store, optional: !hasStores },
          { name: 'packageName', onCard: true, width: 180 },
          { name: 'smsTexts', align: 'right', onCard: true },
          { name: 'amount', align: 'right', onCard: true, render: ({ amount }) => <Money value={amount} /> },
          {
            name: 'purchaseState',
            onCard: true,
            options: states,
            render: ({ purchaseState, purchaseState_dictText: text }) => (
              <ToneTag tone={tones[purchaseState]}>{text ?? purchaseState}</ToneTag>
            ),
          },
          { name: 'textsAfter', align: 'right', render: ({ textsAfter }) => textsAfter ?? '—' },
          { name: 'operatorName', width: 120 },
          { name: 'endTime', optional: true },
          { name: 'id', optional: true, width: 300 },
        ]}
        filters={[
          <DaysFilter key="time" name="createTime" />,
          <ChoiceFilter key="state" name="purchaseState" options={states} />,
          <TextFilter key="operator" name="operatorName" />,
        ]}
        actions={{
          history: () => null,
          head: data ? (
            <>
              <span>{data.left < 0 ? t('sms.notCounted') : t('sms.left', { left: data.left })}</span>
              {mayBuy && data.left >= 0 ? (
                <Button type="primary" onClick={() => choose(true)}>
                  {t('sms.buy')}
                </Button>
              ) : null}
            </>
          ) : null,
        }}
      />
      {isChoosing ? (
        <OfferDialog
          offers={data?.offers ?? []}
          onChosen={(chosen) => {
            choose(false)
            setOffer(chosen)
          }}
          onClose={() => choose(false)}
        />
      ) : null}
      {offer ? <PurchaseDialog offer={offer} onClose={() => setOffer(null)} /> : null}
    </>
  )
}

interface OfferDialogProps {
  offers: readonly SmsOffer[]
  onChosen(offer: SmsOffer): void
  onClose(): void
}

function OfferDialog({ offers, onChosen, onClose }: OfferDialogProps) {
  const { t } = useText()
  const [id, setId] = useState(offers[0]?.id)
  const chosen = offers.find((offer) => offer.id === id)
  return (
    <Modal
      open
      width={440}
      title={t('sms.chooseOffer')}
      okText={t('sms.toPay')}
      cancelText={t('action.cancel')}
      okButtonProps={{ disabled: !chosen }}
      onOk={() => (chosen ? onChosen(chosen) : undefined)}
      onCancel={onClose}
    >
      {offers.length === 0 ? <EmptyBlock title={t('sms.noOffer')} /> : null}
      <Radio.Group
        vertical
        value={id}
        onChange={({ target }) => setId(target.value as string)}
        options={offers.map(({ id: value, packageName: name, smsTexts: texts, price }) => ({
          value,
          label: t('sms.offerLine', { name, texts, price: formatAmount(price) }),
        }))}
      />
    </Modal>
  )
}

/** Pays for a package; a lost answer is polled under the same id. */
function PurchaseDialog({ offer, onClose }: { offer: SmsOffer; onClose(): void }) {
  const { t } = useText()
  const { message } = App.useApp()
  const { id: packageId, packageName, price } = offer
  const refresh = () =>
    Promise.all([refreshList('smsPurchases'), queryClient.invalidateQueries({ queryKey: ['smsOffers'] })])
  return (
    <PayDialog
      what={packageName}
      amount={formatAmount(price)}
      canGiveUp={false}
      send={(payCode, key) => client.smsPurchases.add({ key, body: { packageId, price, payCode } })}
      query={async (id) => {
        const { purchaseState } = (await client.smsPurchases.queryById({ query: { id } })).result
        return purchaseState
      }}
      onPaid={async (id) => {
        const { textsAfter } = (await client.smsPurchases.queryById({ query: { id } })).result
        void message.success(t('sms.bought', { left: textsAfter ?? 0 }))
      }}
      onEnd={() => void refresh()}
      onClose={() => {
        void refresh()
        onClose()
      }}
    />
  )
}
